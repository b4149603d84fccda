import type { Logger } from '../logger.ts'
import { type JanusConnection, JanusRefusal, type JanusSaid } from './janus-connection.ts'
import { personTokenOf, roomPinOf, roomSecretOf } from './sfu-secrets.ts'
import { type Ask, type Publisher, attach, createSession, readPublishers, tell, unless } from './videoroom.ts'

const NO_SUCH_ROOM = 426
const ROOM_EXISTS = 427
/** Who in a room only listens for who sends what: each server, once. */
const WATCHER = 'watcher'
/** When a room that could not be watched is tried again. */
const WATCH_AGAIN_MS = 1_000
/**
 * Before Janus 1.2 the end of a room uses the handles in it without holding them, and Janus crashes if one is detached in that
 * moment. A handle is detached, and a line given up, this long after it left its room or heard that the room was ended.
 */
export const ROOM_ENDED_MS = 5_000

/**
 * Most who send into a room: more than go into a call, because the line of somebody who comes back may still be there for a
 * moment.
 */
const MOST_PUBLISHERS = 20
/** Most that one person sends, in bits per second: a camera in three sizes and a screen. */
const MOST_BITRATE = 2_500_000
/** Audio and video that every browser has. */
const CODECS = { audiocodec: 'opus', videocodec: 'vp8' }

export type Watch = {
  /** Whether it is known who sends what; also that nobody does. */
  isKnown(): boolean
  publishers(): readonly Publisher[]
  stop(): void
}

export type Rooms = {
  /** Lets a person in, and makes the room if it is not there. @throws JanusRefusal, JanusAway */
  admit(room: number, person: string): Promise<void>
  /** Takes away what lets a person in. @throws JanusAway */
  dismiss(room: number, person: string): Promise<void>
  /** Ends a room with all lines in it. @throws JanusAway */
  destroy(room: number): Promise<void>
  /** Calls back whenever what is sent into a room changes. Goes on when Janus was away. */
  watch(room: number, onChange: () => void): Watch
}

/** A room of this server: what it knows of it, and who of its lines wants to know. */
type Watched = {
  handle: number | undefined
  isKnown: boolean
  publishers: Map<number, Publisher>
  /** What was told of it before the answer to joining was looked at: messages that arrive together are heard at once. */
  early: Record<string, unknown>[]
  listeners: Set<() => void>
}

/** The rooms of a Janus, for one connection after the other. */
export function createRooms(connection: JanusConnection, { secret, log }: { secret: string; log: Logger }) {
  const watched = new Map<number, Watched>()
  let own: { session: number; handle: number } | undefined
  const pinOf = (room: number) => roomPinOf(secret, room)
  const tokenOf = (room: number, person: string) => personTokenOf(secret, room, person)
  const ofRoom = (room: number) => ({ room, secret: roomSecretOf(secret, room) })

  const control = (body: object) => tell(connection, own ?? { session: 0, handle: 0 }, body)
  const create = async (room: number, people: readonly string[]) => {
    const settings = {
      is_private: true,
      pin: pinOf(room),
      publishers: MOST_PUBLISHERS,
      bitrate: MOST_BITRATE,
      ...CODECS,
      opus_fec: true,
      record: false,
      lock_record: true,
      permanent: false,
      allowed: people.map((person) => tokenOf(room, person)),
    }
    await control({ request: 'create', ...ofRoom(room), ...settings }).catch(unless(ROOM_EXISTS))
  }
  const allow = (action: 'add' | 'remove', room: number, person: string) =>
    control({ request: 'allowed', action, ...ofRoom(room), allowed: [tokenOf(room, person)] })
  const admit: Rooms['admit'] = async (room, person) => {
    try {
      await allow('add', room, person)
    } catch (error) {
      if (!(error instanceof JanusRefusal && error.code === NO_SUCH_ROOM)) throw error
      await create(room, [WATCHER, person])
      // Another server may have made it meanwhile, with another person.
      await allow('add', room, person)
    }
  }

  const detach = (session: number, handle: number) => {
    connection.ask({ janus: 'detach', session_id: session, handle_id: handle }).catch(() => undefined)
  }
  const detachLater = (session: number, handle: number) => {
    // With another connection the handles of the one before are gone.
    const detachOwn = () => own?.session === session && detach(session, handle)
    setTimeout(detachOwn, ROOM_ENDED_MS).unref()
  }
  const leave = (session: number, handle: number) => {
    tell(connection, { session, handle }, { request: 'leave' }).catch(() => undefined)
    detachLater(session, handle)
  }
  const startWatching = async (room: number, watch: Watched) => {
    const on = own
    if (!on) return
    const isCurrent = () => watched.get(room) === watch && own === on
    await admit(room, WATCHER)
    if (!isCurrent()) return
    const handle = await attach(connection, on.session)
    if (!isCurrent()) return detach(on.session, handle)
    Object.assign(watch, { handle, early: [] })
    const body = {
      request: 'join',
      ptype: 'publisher',
      room,
      pin: pinOf(room),
      token: tokenOf(room, WATCHER),
    }
    const { data } = await tell(connection, { session: on.session, handle }, body).catch((error: unknown) => {
      watch.handle = undefined
      leave(on.session, handle)
      throw error
    })
    if (!isCurrent()) return
    watch.publishers = new Map(readPublishers(data).map((each) => [each.feed, each]))
    watch.isKnown = true
    watch.listeners.forEach((changed) => changed())
    for (const each of watch.early.splice(0)) take(room, watch, handle, each)
  }
  const tryWatching = (room: number, watch: Watched) => {
    startWatching(room, watch).catch((error: unknown) => {
      log.debug({ err: error }, 'a room is not watched')
      // A new connection watches all rooms again.
      const on = own
      const again = () => {
        if (watched.get(room) === watch && own === on && connection.isUp()) tryWatching(room, watch)
      }
      setTimeout(again, WATCH_AGAIN_MS).unref()
    })
  }
  const watch: Rooms['watch'] = (room, onChange) => {
    const known = watched.get(room)
    const one: Watched = known ?? {
      handle: undefined,
      isKnown: false,
      publishers: new Map(),
      early: [],
      listeners: new Set(),
    }
    one.listeners.add(onChange)
    if (!known) {
      watched.set(room, one)
      tryWatching(room, one)
    }
    return {
      isKnown: () => one.isKnown,
      publishers: () => [...one.publishers.values()],
      stop() {
        one.listeners.delete(onChange)
        if (one.listeners.size > 0 || watched.get(room) !== one) return
        watched.delete(room)
        if (one.handle !== undefined && own) leave(own.session, one.handle)
      },
    }
  }

  const hear = ({ sender, plugindata }: JanusSaid) => {
    if (sender === undefined || !plugindata) return
    const [room, one] = [...watched].find(([, { handle }]) => handle === sender) ?? []
    if (room === undefined || !one) return
    const { data } = plugindata
    if (one.isKnown) take(room, one, sender, data)
    else one.early.push(data)
  }
  const take = (room: number, one: Watched, handle: number, data: Record<string, unknown>) => {
    const before = one.publishers.size
    const changed = readPublishers(data)
    for (const each of changed) one.publishers.set(each.feed, each)
    for (const gone of [data['unpublished'], data['leaving']])
      if (typeof gone === 'number') one.publishers.delete(gone)
    const isOver = data['videoroom'] === 'destroyed'
    if (isOver) one.publishers.clear()
    // Who comes back into a room that was ended makes it again, and watches it again.
    if (isOver) {
      watched.delete(room)
      if (own) detachLater(own.session, handle)
    }
    if (changed.length > 0 || one.publishers.size !== before) one.listeners.forEach((tellLine) => tellLine())
  }
  return {
    pinOf,
    tokenOf,
    admit,
    dismiss: async (room: number, person: string) =>
      void (await allow('remove', room, person).catch(unless(NO_SUCH_ROOM))),
    destroy: async (room: number) =>
      void (await control({ request: 'destroy', ...ofRoom(room) }).catch(unless(NO_SUCH_ROOM))),
    watch,
    hear,
    /** A new connection: nothing of an earlier one is known to be there. */
    async open(ask: JanusConnection['ask']) {
      const opened: Ask = { ask }
      const session = await createSession(opened)
      own = { session, handle: await attach(opened, session) }
      for (const [room, one] of watched) {
        Object.assign(one, { handle: undefined, isKnown: false })
        tryWatching(room, one)
      }
    },
    sessions: () => (own ? [own.session] : []),
    isOwn: (session: number) => session === own?.session,
  }
}
