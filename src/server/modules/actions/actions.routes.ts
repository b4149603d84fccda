import * as contract from '#contract/actions/actions.ts'
import { type Route, route } from '#server/route.ts'
import * as changing from './changing.service.ts'
import * as service from './actions.service.ts'

export const actionRoutes: Route[] = [
  route(contract.listClientActions, (deps, { actor, params, query }) =>
    service.listClientActions(deps, actor, params.clientId, query),
  ),
  route(contract.createAction, (deps, { actor, body }) => service.createAction(deps, actor, body)),
  route(contract.setActionStatus, (deps, { actor, params, body }) =>
    changing.setActionStatus(deps, actor, params.actionId, body),
  ),
  route(contract.getAction, (deps, { actor, params }) => service.getAction(deps, actor, params.actionId)),
  route(contract.putAction, (deps, { actor, params, body }) =>
    changing.putAction(deps, actor, params.actionId, body),
  ),
  route(contract.deleteAction, (deps, { actor, params }) =>
    changing.deleteAction(deps, actor, params.actionId),
  ),
  route(contract.restoreAction, (deps, { actor, params }) =>
    changing.restoreAction(deps, actor, params.actionId),
  ),
  route(contract.listCoachActions, (deps, { actor, query }) => service.listCoachActions(deps, actor, query)),
]
