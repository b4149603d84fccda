import { register as registerContract } from '#contract/account/auth.ts'
import * as contract from '#contract/coaches.ts'
import { type Route, route } from '#server/route.ts'
import { getCoach, putCoach } from './coaches.service.ts'
import { register } from './registration.service.ts'

export const coachRoutes: Route[] = [
  route(registerContract, (deps, { body, origin }) => register(deps, body, origin)),
  route(contract.getCoach, (deps, { actor }) => getCoach(deps, actor)),
  route(contract.putCoach, (deps, { actor, body }) => putCoach(deps, actor, body)),
]
