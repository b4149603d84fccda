import { me, signIn, signOut, verifyEmail } from '#contract/account/auth.ts'
import { Answer, type Route, route } from '#server/route.ts'
import { getMe, signOut as endSignIn } from './auth.service.ts'
import { verifyEmail as askOrUseCode } from './emails/email-codes.service.ts'
import { signIn as startSignIn } from './sign-in/sign-in.service.ts'

export const authRoutes: Route[] = [
  route(signIn, (deps, { body, origin }) => startSignIn(deps, body, origin)),
  route(signOut, (deps, { actor, origin }) => endSignIn(deps, actor, origin)),
  route(me, (deps, { actor }) => getMe(deps, actor)),
  route(verifyEmail, async (deps, { actor, body, origin }) => {
    const result = await askOrUseCode(deps, body, { actor, address: origin.address })
    return new Answer(result.verified ? 200 : 202, result)
  }),
]
