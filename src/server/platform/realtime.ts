import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { ClientEvents, ServerEvents } from '#contract/events.ts'
import type { AuthSessionId, MembershipId } from '#contract/values.ts'
import type { Bus } from './bus.ts'

/** Who a socket belongs to, as the server derived it from the token. */
export type SocketOwner = { membershipId: MembershipId; authSessionId: AuthSessionId }

export type Realtime = {
  /** Sends to every socket of a membership, on whichever server it is; to nobody when none is open. */
  emit<Name extends keyof ServerEvents>(
    to: MembershipId,
    name: Name,
    ...payload: Parameters<ServerEvents[Name]>
  ): void
  /** Cuts every socket of an ended sign-in, on every server. */
  endSignIn(authSessionId: AuthSessionId): void
  /** Serves `/socket.io` on this server. `authenticate` answers undefined for a token that is not good (any more). */
  attach(
    server: HttpServer,
    options: {
      allowedOrigin: (origin: string | undefined) => boolean
      authenticate: (token: string) => Promise<SocketOwner | undefined>
    },
  ): void
  close(): Promise<void>
}

type SocketData = { owner: SocketOwner; token: string }
type NorteServer = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>

const memberRoom = (id: MembershipId) => `membership:${id}`
const signInRoom = (id: AuthSessionId) => `sign-in:${id}`

/** How often an open socket's token is looked at again: one that ran out, or was ended by hand, is cut within 5 s. */
const RECHECK_MS = 4_000

// What servers tell each other.
const LIVE = 'live'
const SIGN_IN_ENDED = 'sign-in ended'
type Payload = Parameters<ServerEvents[keyof ServerEvents]>
type Live = { to: MembershipId; name: keyof ServerEvents; payload: Payload }

/**
 * The socket (spec §4): rooms are computed here from the token; what a client says of user or room is ignored (D9).
 * Other servers, and workers without any socket, send through the bus.
 */
export function createRealtime(bus: Bus): Realtime {
  let io: NorteServer | undefined
  let recheck: NodeJS.Timeout | undefined
  const send = ({ to, name, payload }: Live) => io?.to(memberRoom(to)).emit(name, ...payload)
  const cut = (id: AuthSessionId) => io?.in(signInRoom(id)).disconnectSockets(true)
  bus.subscribe<Live>(LIVE, send)
  bus.subscribe<{ id: AuthSessionId }>(SIGN_IN_ENDED, ({ id }) => cut(id))
  // What was sent meanwhile is fetched: a browser that connects anew asks for everything it shows.
  bus.onGap(() => io?.sockets.sockets.forEach((socket) => socket.conn.close()))
  return {
    emit(to, name, ...payload) {
      const live = { to, name, payload }
      send(live)
      bus.publish(LIVE, live)
    },
    endSignIn(id) {
      cut(id)
      bus.publish(SIGN_IN_ENDED, { id })
    },
    attach(server, { allowedOrigin, authenticate }) {
      io = new Server(server, {
        serveClient: false,
        maxHttpBufferSize: 64_000,
        allowRequest: (request, answer) => answer(null, allowedOrigin(request.headers.origin)),
      })
      io.use((socket, next) => {
        const token: unknown = socket.handshake.auth['token']
        const owner = typeof token === 'string' ? authenticate(token) : Promise.resolve(undefined)
        owner.then(
          (found) => {
            if (!found) return next(new Error('auth.required'))
            socket.data = { owner: found, token: token as string }
            next()
          },
          () => next(new Error('server.error')),
        )
      })
      io.on('connection', (socket) => {
        const { owner } = socket.data
        void socket.join([memberRoom(owner.membershipId), signInRoom(owner.authSessionId)])
        // Accepted and ignored (product §1 D9): the rooms above are the only ones.
        socket.on('ADD_SOCKET', () => undefined)
      })
      let looking = false
      recheck = setInterval(() => {
        // With the database away a round takes long; the next one waits for it instead of asking as well.
        if (looking) return
        looking = true
        void cutEnded(io!, authenticate).finally(() => (looking = false))
      }, RECHECK_MS)
      recheck.unref()
    },
    async close() {
      clearInterval(recheck)
      await io?.close()
    },
  }
}

async function cutEnded(
  io: NorteServer,
  authenticate: (token: string) => Promise<SocketOwner | undefined>,
): Promise<void> {
  for (const socket of io.sockets.sockets.values()) {
    // A database that is away for a moment must not throw everybody out; the next round asks again.
    const owner = await authenticate(socket.data.token).catch(() => socket.data.owner)
    if (!owner) socket.disconnect(true)
  }
}
