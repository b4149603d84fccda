import * as contract from '#contract/messages.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './messages.service.ts'

export const messageRoutes: Route[] = [
  route(contract.listRooms, (deps, { actor, query }) => service.listRooms(deps, actor, query)),
  route(contract.listPendingMessages, (deps, { actor, query }) =>
    service.listPendingMessages(deps, actor, query),
  ),
]
