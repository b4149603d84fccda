import * as contract from '#contract/actions.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './actions.service.ts'

export const actionRoutes: Route[] = [
  route(contract.listClientActions, (deps, { actor, params, query }) =>
    service.listClientActions(deps, actor, params.clientId, query),
  ),
  route(contract.createAction, (deps, { actor, body }) => service.createAction(deps, actor, body)),
  route(contract.setActionStatus, (deps, { actor, params, body }) =>
    service.setActionStatus(deps, actor, params.actionId, body.status),
  ),
]
