import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Transaction } from 'kysely'
import { Server, type Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '#contract/events.ts'
import type { AuthSessionId, MembershipId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Bus } from './bus.ts'

/** The owner of a socket, derived from the token by the server. */
export type SocketOwner = { membershipId: MembershipId; authSessionId: AuthSessionId }

export type Realtime = {
  /** Sends to every socket of a membership, on any server; does nothing if no socket is open. */
  emit<Name extends keyof ServerEvents>(
    to: MembershipId,
    name: Name,
    ...payload: Parameters<ServerEvents[Name]>
  ): void
  /**
   * The same to several memberships, as part of a transaction: other servers send it when that commits, whatever happens
   * to this one. The answer sends it on this server; to be called after the commit.
   */
  emitWith<Name extends keyof ServerEvents>(
    tx: Transaction<DB>,
    to: readonly MembershipId[],
    name: Name,
    ...payload: Parameters<ServerEvents[Name]>
  ): Promise<() => void>
  /** Closes every socket of an ended sign-in, on every server. */
  endSignIn(authSessionId: AuthSessionId): void
  /** Serves `/socket.io` on this server. */
  attach(server: HttpServer, options: Serving): void
  close(): Promise<void>
}

type Serving = {
  /** Called for every request of a socket, polling and upgrades alike, before it is processed. */
  guard: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Counts the messages of a connection by the request that opened it; false once there are too many. */
  messageCounter: (request: IncomingMessage) => () => boolean
  allowedOrigin: (origin: string | undefined) => boolean
  /** The owner of a token; undefined if it is not valid (any more). */
  authenticate: (token: string) => Promise<SocketOwner | undefined>
  /** Whether a sign-in is still open: its sockets live as long (product §1 D15). */
  isSignInOn: (id: AuthSessionId) => Promise<boolean>
}

type Connection = Socket['conn']
type SocketData = { owner: SocketOwner }
type NorteServer = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>

const memberRoom = (id: MembershipId) => `membership:${id}`
const signInRoom = (id: AuthSessionId) => `sign-in:${id}`

/** The path prefix of the socket's own requests, upgrades included. */
export const SOCKET_PATH = '/socket.io/'

/** How often the sign-ins of open sockets are checked: sockets of an ended one are closed within 5 s. */
export const RECHECK_MS = 4_000

/**
 * Most sockets of one sign-in on this server. A sign-in is one browser, each of its tabs has one socket; a lost one
 * counts until the next heartbeat detects it.
 */
export const MOST_SOCKETS_PER_SIGN_IN = 12

// The topic for messages between servers.
const LIVE = 'live'
const LIVE_TO_MANY = 'live to many'
const SIGN_IN_ENDED = 'sign-in ended'
type Payload = Parameters<ServerEvents[keyof ServerEvents]>
type Live = { to: MembershipId; name: keyof ServerEvents; payload: Payload }
type LiveToMany = Omit<Live, 'to'> & { to: readonly MembershipId[] }

/**
 * The socket (spec §4): the server derives rooms from the token and ignores the user or room a client sends (D9). Other
 * servers, and workers without any socket, send through the bus.
 */
export function createRealtime(bus: Bus): Realtime {
  let io: NorteServer | undefined
  let recheck: NodeJS.Timeout | undefined
  const send = ({ to, name, payload }: Live) => io?.to(memberRoom(to)).emit(name, ...payload)
  const sendToMany = ({ to, ...live }: LiveToMany) => to.forEach((each) => send({ ...live, to: each }))
  const cut = (id: AuthSessionId) => io?.in(signInRoom(id)).disconnectSockets(true)
  bus.subscribe<Live>(LIVE, send)
  bus.subscribe<LiveToMany>(LIVE_TO_MANY, sendToMany)
  bus.subscribe<{ id: AuthSessionId }>(SIGN_IN_ENDED, ({ id }) => cut(id))
  // Missed events are refetched: a browser that reconnects requests everything it shows.
  bus.onGap(() => io?.sockets.sockets.forEach((socket) => socket.conn.close()))
  return {
    emit(to, name, ...payload) {
      const live = { to, name, payload }
      send(live)
      bus.publish(LIVE, live)
    },
    async emitWith(tx, to, name, ...payload) {
      const live = { to, name, payload }
      await bus.publishWith(tx, LIVE_TO_MANY, live)
      return () => sendToMany(live)
    },
    endSignIn(id) {
      cut(id)
      bus.publish(SIGN_IN_ENDED, { id })
    },
    attach(server, { guard, messageCounter, allowedOrigin, authenticate, isSignInOn }) {
      io = new Server(server, {
        path: SOCKET_PATH,
        serveClient: false,
        maxHttpBufferSize: 64_000,
        allowRequest: (request, answer) => answer(null, allowedOrigin(request.headers.origin)),
      })
      io.engine.use(guard)
      io.engine.on('connection', (connection: Connection) => {
        const mayGoOn = messageCounter(connection.request)
        connection.on('packet', () => {
          if (!mayGoOn()) connection.close(true)
        })
      })
      io.use((socket, next) => {
        const token: unknown = socket.handshake.auth['token']
        const owner = typeof token === 'string' ? authenticate(token) : Promise.resolve(undefined)
        owner.then(
          (found) => {
            if (!found) return next(new Error('auth.required'))
            // The newest is refused, not the oldest closed: that one would reconnect and close the next, without end.
            if (countOf(io!, found) >= MOST_SOCKETS_PER_SIGN_IN) return next(new Error('socket.too_many'))
            socket.data = { owner: found }
            // Join before the next handshake is counted.
            void socket.join([memberRoom(found.membershipId), signInRoom(found.authSessionId)])
            next()
          },
          // The database is away. A browser gives up after a refusal, but retries a lost connection.
          () => socket.conn.close(),
        )
      })
      io.on('connection', (socket) => {
        // Accepted and ignored (product §1 D9): the rooms joined above are the only ones.
        socket.on('ADD_SOCKET', (_, answer) => {
          if (typeof answer === 'function') answer()
        })
      })
      let looking = false
      recheck = setInterval(() => {
        // While the database is away a round takes long; skip the next one until it ends.
        if (looking) return
        looking = true
        void cutEnded(io!, isSignInOn).finally(() => (looking = false))
      }, RECHECK_MS)
      recheck.unref()
    },
    async close() {
      clearInterval(recheck)
      await io?.close()
    },
  }
}

const countOf = (io: NorteServer, { authSessionId }: SocketOwner): number =>
  io.sockets.adapter.rooms.get(signInRoom(authSessionId))?.size ?? 0

async function cutEnded(io: NorteServer, isSignInOn: Serving['isSignInOn']): Promise<void> {
  const signIns = new Set<AuthSessionId>()
  for (const { data } of io.sockets.sockets.values()) signIns.add(data.owner.authSessionId)
  for (const id of signIns) {
    // A short outage of the database must not disconnect everybody; the next round checks again.
    if (!(await isSignInOn(id).catch(() => true))) io.in(signInRoom(id)).disconnectSockets(true)
  }
}
