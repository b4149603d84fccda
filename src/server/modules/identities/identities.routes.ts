import * as contract from '#contract/account/google.ts'
import { KnownBrowser, Redirect, type Route, route } from '#server/route.ts'
import * as flows from './flows.service.ts'
import * as google from './google-sign-in.service.ts'
import { unlink } from './linking.service.ts'

export const identityRoutes: Route[] = [
  route(
    contract.startGoogle,
    async (deps, { query, origin }) => new Redirect(await flows.startSignIn(deps, query.to, origin)),
  ),
  route(
    contract.finishGoogle,
    async (deps, { query, origin }) => new Redirect(await flows.finishFlow(deps, query, origin)),
  ),
  route(contract.getGoogleProfile, (deps, { body, origin }) => google.getProfile(deps, body, origin)),
  route(contract.signInWithGoogle, (deps, { body, origin }) => google.signInWithGoogle(deps, body, origin)),
  route(contract.registerWithGoogle, (deps, { body, origin }) =>
    google.registerWithGoogle(deps, body, origin),
  ),
  route(
    contract.startGoogleForInvitation,
    async (deps, { params, body, origin }) =>
      new KnownBrowser(await flows.startForInvitation(deps, params.clientId, body.token, origin)),
  ),
  route(
    contract.startGoogleLink,
    async (deps, { actor, body, origin }) =>
      new KnownBrowser(await flows.startLink(deps, actor, body, origin)),
  ),
  route(contract.unlinkGoogle, (deps, { actor, body, origin }) => unlink(deps, actor, body, origin)),
]
