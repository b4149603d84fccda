import * as contract from '#contract/account/activity.ts'
import { type Route, route } from '#server/route.ts'
import { listActivity } from './audit.service.ts'

export const auditRoutes: Route[] = [
  route(contract.listActivity, (deps, { actor, query }) => listActivity(deps, actor, query)),
]
