import * as contract from '#contract/messages.ts'
import * as files from '#contract/messages/attachments.ts'
import * as search from '#contract/messages/message-search.ts'
import * as thread from '#contract/thread.ts'
import { type Route, route } from '#server/route.ts'
import * as attachments from './attachments.service.ts'
import { searchMessages } from './message-search.service.ts'
import * as service from './messages.service.ts'
import { sendMessage } from './sending.service.ts'
import * as threads from './thread.service.ts'

export const messageRoutes: Route[] = [
  route(contract.listRooms, (deps, { actor, query }) => service.listRooms(deps, actor, query)),
  route(contract.listPendingMessages, (deps, { actor, query }) =>
    service.listPendingMessages(deps, actor, query),
  ),
  route(thread.getThread, (deps, { actor, params, query }) =>
    threads.getThread(deps, actor, params.roomId, query),
  ),
  route(thread.sendMessage, (deps, { actor, params, body }) => sendMessage(deps, actor, params.roomId, body)),
  route(thread.readMessages, (deps, { actor, params, body }) =>
    threads.readMessages(deps, actor, params.roomId, body),
  ),
  route(thread.editMessage, (deps, { actor, params, body }) =>
    threads.editMessage(deps, actor, params.messageId, body.text),
  ),
  route(thread.deleteMessage, (deps, { actor, params }) =>
    threads.deleteMessage(deps, actor, params.messageId),
  ),
  route(search.searchMessages, (deps, { actor, query }) => searchMessages(deps, actor, query)),
  route(files.beginAttachment, (deps, { actor, params, body }) =>
    attachments.beginAttachment(deps, actor, params.roomId, body),
  ),
  route(files.finishAttachment, (deps, { actor, params }) =>
    attachments.finishAttachment(deps, actor, params),
  ),
  route(files.cancelAttachment, (deps, { actor, params }) =>
    attachments.cancelAttachment(deps, actor, params),
  ),
  route(files.openAttachment, (deps, { actor, params }) => attachments.openAttachment(deps, actor, params)),
]
