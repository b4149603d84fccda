import * as contract from '#contract/coaches.ts'
import { type Route, route } from '../../http/route.ts'
import { getCoach, putCoach } from './coaches.service.ts'

export const coachRoutes: Route[] = [
  route(contract.getCoach, (deps, { actor, params }) => getCoach(deps, actor, params.coachId)),
  route(contract.putCoach, (deps, { actor, params, body }) => putCoach(deps, actor, params.coachId, body)),
]
