import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Transaction } from 'kysely'
import { Server, type Socket } from 'socket.io'
import type { ClientEvents, ServerEvents, SocketEvents } from '#contract/events.ts'
import type { AuthSessionId, MembershipId, UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import { type Pause, pause as wait } from '../pause.ts'
import type { Bus } from './bus.ts'
import { createPresence } from './presence.ts'

/** The owner of a socket, derived from the token by the server. */
export type SocketOwner = { userId: UserId; membershipId: MembershipId; authSessionId: AuthSessionId }

/** An event and the memberships it is sent to. */
export type News = {
  [Name in keyof ServerEvents]: {
    to: readonly MembershipId[]
    name: Name
    payload: Parameters<ServerEvents[Name]>
  }
}[keyof ServerEvents]

export type Realtime = {
  /** Sends to every socket of a membership, on any server; does nothing if no socket is open. */
  emit<Name extends keyof ServerEvents>(
    to: MembershipId,
    name: Name,
    ...payload: Parameters<ServerEvents[Name]>
  ): void
  /**
   * Sends several events when a transaction commits. The answer sends them on this server, and to the others if the bus is
   * not part of the database (ADR 67); to be called after the commit.
   */
  emitAllWith(tx: Transaction<DB>, news: readonly News[]): Promise<() => void>
  /** Sends several events that are committed. */
  emitAll(news: readonly News[]): void
  /** Sends several events on this server only, if the statement that caused them publishes them for the others. */
  emitHere(news: readonly News[]): void
  /** The name under which such a statement publishes (`publishing`); undefined if the bus is not part of the database. */
  origin: string | undefined
  /** Sends what statements of other servers publish, once it is known what that says. */
  onPublished<Data extends object>(topic: string, newsOf: (data: Data) => readonly News[]): void
  /** Sends to several memberships at once. */
  emitToMany<Name extends keyof ServerEvents>(
    to: readonly MembershipId[],
    name: Name,
    ...payload: Parameters<ServerEvents[Name]>
  ): void
  /** Whether a membership has an open socket, on any server. */
  isOnline(id: MembershipId): boolean
  /** Calls back with those who came online or left. */
  onPresence(listener: (ids: readonly MembershipId[]) => void): void
  /** Closes every socket of an ended sign-in, on every server. */
  endSignIn(authSessionId: AuthSessionId): void
  /**
   * Asks every socket of this server to connect again, which leads it to another one. They are asked one after the other
   * within this time, so that the others do not get them all at once.
   */
  moveSockets(withinMs: number): Promise<void>
  /** How many sockets are open on this server. */
  countSockets(): number
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
  /** Those of some sign-ins that are still open: their sockets live as long, whatever their tokens say (product §1 D15). */
  openSignIns: (ids: readonly AuthSessionId[]) => Promise<readonly AuthSessionId[]>
  /** Called with every socket that was opened. */
  onSocket: (socket: OpenSocket) => void
}

/** An open socket, for what browsers say. Nothing that they send is checked yet. */
export type OpenSocket = {
  owner: SocketOwner
  isOpen: () => boolean
  /** The listener gets what answers the browser, if that waits for an answer. */
  on: (
    name: Exclude<keyof ClientEvents, 'ADD_SOCKET'>,
    listener: (payload: unknown, answer: ((given: object) => void) | undefined) => void,
  ) => void
  send: <Name extends keyof ServerEvents>(name: Name, ...payload: Parameters<ServerEvents[Name]>) => void
  onClose: (listener: () => void) => void
}

type Connection = Socket['conn']
type SocketData = { owner: SocketOwner }
type NorteSocket = Socket<ClientEvents, SocketEvents, Record<never, never>, SocketData>
type NorteServer = Server<ClientEvents, SocketEvents, Record<never, never>, SocketData>

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

/** Sockets are asked to connect again in steps of this time. */
const MOVE_STEP_MS = 20
/** After a gap all of them within this time; who does not follow is cut after another. */
const GAP_SPREAD_MS = 2_000
const ASKED_MS = 1_000

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
export function createRealtime(bus: Bus, pause: Pause = wait): Realtime {
  let io: NorteServer | undefined
  let recheck: NodeJS.Timeout | undefined
  const presence = createPresence(bus)
  const send = ({ to, name, payload }: Live) => io?.to(memberRoom(to)).emit(name, ...payload)
  const sendToMany = ({ to, name, payload }: LiveToMany) => io?.to(to.map(memberRoom)).emit(name, ...payload)
  const cut = (id: AuthSessionId) => io?.in(signInRoom(id)).disconnectSockets(true)
  bus.subscribe<Live>(LIVE, send)
  bus.subscribe<LiveToMany>(LIVE_TO_MANY, sendToMany)
  bus.subscribe<{ id: AuthSessionId }>(SIGN_IN_ENDED, ({ id }) => cut(id))
  const askToReconnect = async (sockets: readonly NorteSocket[], withinMs: number) => {
    const perStep = Math.ceil((sockets.length * MOVE_STEP_MS) / withinMs)
    for (let at = 0; at < sockets.length; at += perStep) {
      for (const socket of sockets.slice(at, at + perStep)) socket.emit('RECONNECT')
      await pause(MOVE_STEP_MS)
    }
  }
  const openSockets = () => [...(io?.sockets.sockets.values() ?? [])]
  // Missed events are refetched: a browser that reconnects requests everything it shows. One of an earlier release does
  // not know the request, and waits longer after the loss of its connection. Several gaps may come together, one for each
  // process that died: each socket is asked once; one that has reconnected since is another socket.
  const leaving = new WeakSet<NorteSocket>()
  bus.onGap(() => {
    const sockets = openSockets().filter((socket) => !leaving.has(socket))
    sockets.forEach((socket) => leaving.add(socket))
    void askToReconnect(sockets, GAP_SPREAD_MS)
      .then(() => pause(ASKED_MS))
      .then(() => sockets.forEach((socket) => socket.conn.close()))
  })
  return {
    emit(to, name, ...payload) {
      const live = { to, name, payload }
      send(live)
      bus.publish(LIVE, live)
    },
    async emitAllWith(tx, news) {
      const publish = await bus.publishWith(tx, LIVE_TO_MANY, news)
      return () => {
        news.forEach(sendToMany)
        publish()
      }
    },
    emitAll: (news) => {
      news.forEach(sendToMany)
      for (const each of news) bus.publish(LIVE_TO_MANY, each)
    },
    emitHere: (news) => news.forEach(sendToMany),
    origin: bus.origin,
    onPublished: (topic, newsOf) => bus.subscribe(topic, (data: never) => newsOf(data).forEach(sendToMany)),
    emitToMany(to, name, ...payload) {
      if (to.length === 0) return
      const live = { to, name, payload }
      sendToMany(live)
      bus.publish(LIVE_TO_MANY, live)
    },
    isOnline: (id) => presence.isOnline(id),
    onPresence: (listener) => presence.onChange(listener),
    endSignIn(id) {
      cut(id)
      bus.publish(SIGN_IN_ENDED, { id })
    },
    attach(server, { guard, messageCounter, allowedOrigin, authenticate, openSignIns, onSocket }) {
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
        forgetRequest(socket)
        // Accepted and ignored (product §1 D9): the rooms joined above are the only ones.
        socket.on('ADD_SOCKET', (_, answer) => {
          if (typeof answer === 'function') answer()
        })
        const { owner } = socket.data
        presence.opened(owner.membershipId)
        socket.once('disconnect', () => presence.closed(owner.membershipId))
        onSocket({
          owner,
          isOpen: () => socket.connected,
          on: (name, listener) =>
            void socket.on(name, (payload: unknown, answer?: unknown) => {
              listener(payload, typeof answer === 'function' ? (given) => void answer(given) : undefined)
            }),
          send: (name, ...payload) => void socket.emit(name, ...payload),
          onClose: (listener) => void socket.once('disconnect', listener),
        })
      })
      presence.start()
      let looking = false
      recheck = setInterval(() => {
        // While the database is away a round takes long; skip the next one until it ends.
        if (looking) return
        looking = true
        void cutEnded(io!, openSignIns).finally(() => (looking = false))
      }, RECHECK_MS)
      recheck.unref()
    },
    countSockets: () => io?.sockets.sockets.size ?? 0,
    moveSockets: (withinMs) => askToReconnect(openSockets(), withinMs),
    async close() {
      clearInterval(recheck)
      presence.stop()
      await io?.close()
    },
  }
}

/**
 * The request that opened a connection, with the token of its handshake, is a quarter of the memory of an idle socket;
 * nothing reads it after the handshake.
 */
function forgetRequest({ conn, handshake }: Socket): void {
  Object.assign(conn, { request: null })
  Object.assign(handshake, { headers: {}, auth: {} })
}

const countOf = (io: NorteServer, { authSessionId }: SocketOwner): number =>
  io.sockets.adapter.rooms.get(signInRoom(authSessionId))?.size ?? 0

/** How many sign-ins one query checks. */
const CHECKED_AT_ONCE = 1_000

async function cutEnded(io: NorteServer, openSignIns: Serving['openSignIns']): Promise<void> {
  const signIns = new Set<AuthSessionId>()
  for (const { data } of io.sockets.sockets.values()) signIns.add(data.owner.authSessionId)
  for (const ids of inParts([...signIns], CHECKED_AT_ONCE)) {
    // A short outage of the database must not disconnect everybody; the next round checks again.
    const open = new Set(await openSignIns(ids).catch(() => ids))
    for (const id of ids) if (!open.has(id)) io.in(signInRoom(id)).disconnectSockets(true)
  }
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )
}
