import { queryOptions } from '@tanstack/react-query'
import type { AttachmentDto } from '#contract/messages/attachments.ts'
import type { RoomId } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import type { Transfer } from '#web/widgets/uploads/upload.ts'

/** Addresses are good for an hour: asked for again before they end. */
const ADDRESS_MS = 30 * 60_000

/** The addresses of a file of a message. */
export const addressesQuery = (roomId: RoomId, fileId: AttachmentDto['id']) =>
  queryOptions({
    // Apart from messages, which change all the time: pictures would be fetched again with each.
    queryKey: queryKey('me', 'messageFile', fileId),
    queryFn: ({ signal }) =>
      call('GET /v1/message/:roomId/attachment/:fileId/download', { params: { roomId, fileId } }, { signal }),
    staleTime: ADDRESS_MS,
    refetchInterval: ADDRESS_MS,
  })

/** The calls around the bytes of a file for a message. */
export const transferTo = (roomId: RoomId): Transfer<AttachmentDto> => ({
  begin: (body) => call('POST /v1/message/:roomId/attachment', { params: { roomId }, body }),
  finish: (fileId) =>
    call('POST /v1/message/:roomId/attachment/:fileId/finish', { params: { roomId, fileId } }),
  cancel: (fileId) => forget(roomId, fileId),
})

/** Lets the server forget a file that is not sent. */
export const forget = (roomId: RoomId, fileId: string): Promise<unknown> =>
  call('DELETE /v1/message/:roomId/attachment/:fileId', { params: { roomId, fileId } })
