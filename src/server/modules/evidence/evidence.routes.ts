import * as contract from '#contract/actions/action-files.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './evidence.service.ts'

export const evidenceRoutes: Route[] = [
  route(contract.listActionFiles, (deps, { actor, params }) =>
    service.listActionFiles(deps, actor, params.actionId),
  ),
  route(contract.beginActionFile, (deps, { actor, params, body }) =>
    service.beginActionFile(deps, actor, params.actionId, body),
  ),
  route(contract.finishActionFile, (deps, { actor, params }) =>
    service.finishActionFile(deps, actor, params),
  ),
  route(contract.deleteActionFile, (deps, { actor, params }) =>
    service.deleteActionFile(deps, actor, params),
  ),
  route(contract.restoreActionFile, (deps, { actor, params }) =>
    service.restoreActionFile(deps, actor, params),
  ),
  route(contract.openActionFile, (deps, { actor, params }) => service.openActionFile(deps, actor, params)),
]
