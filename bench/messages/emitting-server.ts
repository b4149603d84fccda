// One event to every socket, by the product's realtime or by bare socket.io, in a separate process. Started with an IPC
// channel; the first message says which, each later one emits an event.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { createInProcessBus } from '#server/platform/realtime/bus.ts'
import { createRealtime } from '#server/platform/realtime/realtime.ts'
import type { AuthSessionId, MembershipId, UserId } from '#contract/values.ts'

export type EmitOrder = { realtime: 'ours' | 'bare'; memberships: string[] }

/** As long as the news of a message. */
const NEWS = { createdAt: '2026-11-29T16:00:00.000Z', body: { text: 'x'.repeat(600) } }
const EVENT = 'NEW_MESSAGE'

process.once('message', (order: EmitOrder) => serve(order))
process.once('disconnect', () => process.exit())

function serve({ realtime, memberships }: EmitOrder): void {
  const server = createServer()
  const emit = realtime === 'ours' ? oursOn(server, memberships) : bareOn(server)
  process.on('message', () => emit())
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  )
}

function bareOn(server: ReturnType<typeof createServer>): () => void {
  const io = new Server(server, { serveClient: false })
  io.on('connection', (socket) => void socket.join('room'))
  return () => void io.to('room').emit(EVENT, NEWS)
}

/** The token of a person is their membership here: signing in is not what is measured. */
function oursOn(server: ReturnType<typeof createServer>, memberships: string[]): () => void {
  const realtime = createRealtime(createInProcessBus())
  realtime.attach(server, {
    guard: (_request, _response, next) => next(),
    messageCounter: () => () => true,
    allowedOrigin: () => true,
    authenticate: async (token) => ({
      userId: token as UserId,
      membershipId: token as MembershipId,
      authSessionId: token as AuthSessionId,
    }),
    openSignIns: async (ids) => ids,
    onSocket: () => undefined,
  })
  const everybody = memberships as MembershipId[]
  return () =>
    void realtime
      .emitAllWith(undefined as never, [{ to: everybody, name: EVENT, payload: [NEWS as never] }])
      .then((send) => send())
}
