import type { RoomId } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { logFailure } from '#web/api/log.ts'
import { onRoomNews } from '#web/api/realtime/room-news.ts'
import { useStore } from '#web/store/store.ts'
import { outbox } from './outbox.ts'

/** How often what could not be sent is tried again; also at once when there is a network or the socket is back. */
const RETRY_MS = 10_000
/** Of several messages in a row only the last is told as received. */
const DELIVERY_MS = 1_000
/** Of how many rooms is told what came while the browser was away; those written in last come first. */
const ROOMS = 50

/**
 * What happens with messages on every screen of a signed-in person: unsent ones go out, and the server is told what this
 * browser has received. Returns what ends it.
 */
export function runMessages(): () => void {
  const send = () => void outbox.send().catch((error: unknown) => logFailure('message.outbox', error))
  const received = new Map<RoomId, number>()
  /** What the server was told: it is not told again each time the connection is back. */
  const told = new Map<RoomId, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Something may have been received that the server was not told of. */
  let isBehind = false
  const receive = (roomId: RoomId, seq: number) => {
    if (seq <= (told.get(roomId) ?? 0)) return
    received.set(roomId, Math.max(seq, received.get(roomId) ?? 0))
    timer ??= setTimeout(tell, DELIVERY_MS)
  }
  const tell = () => {
    timer = undefined
    for (const [roomId, deliveredSeq] of received) {
      told.set(roomId, deliveredSeq)
      // What is not told now is told later, or when the socket is back.
      call(
        'PUT /v1/message/:roomId/read',
        { params: { roomId }, body: { deliveredSeq } },
        { quiet: true },
      ).catch(() => {
        told.delete(roomId)
        isBehind = true
      })
    }
    received.clear()
  }
  const catchUp = async () => {
    isBehind = false
    const query = { direction: 'asc', items: ROOMS, unread: 'true' } as const
    const { rooms } = await call('GET /v1/message/rooms', { query })
    for (const { roomId, last } of rooms) if (last) receive(roomId, last.seq)
  }
  const begin = () => {
    send()
    catchUp().catch(() => (isBehind = true))
  }

  const stop = onRoomNews({
    connected: begin,
    message: ({ message: { roomId, seq, sender } }) => {
      if (sender.userId !== useStore.getState().session.user?.id) receive(roomId, seq)
    },
  })
  const retry = setInterval(() => (isBehind ? begin() : send()), RETRY_MS)
  addEventListener('online', send)
  begin()
  return () => {
    stop()
    clearTimeout(timer)
    clearInterval(retry)
    removeEventListener('online', send)
  }
}
