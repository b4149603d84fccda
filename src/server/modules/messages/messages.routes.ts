import * as contract from '#contract/messages.ts'
import * as thread from '#contract/thread.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './messages.service.ts'
import * as threads from './thread.service.ts'

export const messageRoutes: Route[] = [
  route(contract.listRooms, (deps, { actor, query }) => service.listRooms(deps, actor, query)),
  route(contract.listPendingMessages, (deps, { actor, query }) =>
    service.listPendingMessages(deps, actor, query),
  ),
  route(thread.getThread, (deps, { actor, params, query }) =>
    threads.getThread(deps, actor, params.roomId, query),
  ),
  route(thread.sendMessage, (deps, { actor, params, body }) =>
    threads.sendMessage(deps, actor, params.roomId, body),
  ),
  route(thread.readMessages, (deps, { actor, params, body }) =>
    threads.readMessages(deps, actor, params.roomId, body),
  ),
  route(thread.editMessage, (deps, { actor, params, body }) =>
    threads.editMessage(deps, actor, params.messageId, body.text),
  ),
  route(thread.deleteMessage, (deps, { actor, params }) =>
    threads.deleteMessage(deps, actor, params.messageId),
  ),
]
