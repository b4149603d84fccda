import * as contract from '#contract/profiles.ts'
import { type Route, route } from '../../http/route.ts'
import { getProfile, putProfile } from './profiles.service.ts'

export const profileRoutes: Route[] = [
  route(contract.getProfile, (deps, { actor, params }) => getProfile(deps, actor, params.userId)),
  route(contract.putProfile, (deps, { actor, params, body }) => putProfile(deps, actor, params.userId, body)),
]
