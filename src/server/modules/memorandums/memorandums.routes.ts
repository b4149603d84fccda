import * as contract from '#contract/memorandums/memorandums.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './memorandums.service.ts'

export const memorandumRoutes: Route[] = [
  route(contract.createMemorandum, (deps, { actor, body }) => service.createMemorandum(deps, actor, body)),
  route(contract.listMemorandums, (deps, { actor, query }) => service.listMemorandums(deps, actor, query)),
  route(contract.listClientMemorandums, (deps, { actor, params, query }) =>
    service.listClientMemorandums(deps, actor, params.clientId, query),
  ),
  route(contract.listGroupMemorandums, (deps, { actor, params, query }) =>
    service.listGroupMemorandums(deps, actor, params.groupId, query),
  ),
  route(contract.getMemorandum, (deps, { actor, params }) =>
    service.getMemorandum(deps, actor, params.memorandumId),
  ),
  route(contract.putMemorandum, (deps, { actor, params, body }) =>
    service.putMemorandum(deps, actor, params.memorandumId, body),
  ),
  route(contract.setMemorandumStatus, (deps, { actor, params, body }) =>
    service.setMemorandumStatus(deps, actor, params.memorandumId, body.status),
  ),
  route(contract.postponeMemorandum, (deps, { actor, params, body }) =>
    service.postponeMemorandum(deps, actor, params.memorandumId, body),
  ),
  route(contract.deleteMemorandum, (deps, { actor, params }) =>
    service.deleteMemorandum(deps, actor, params.memorandumId),
  ),
  route(contract.restoreMemorandum, (deps, { actor, params }) =>
    service.restoreMemorandum(deps, actor, params.memorandumId),
  ),
]
