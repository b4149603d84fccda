import { randomInt } from 'node:crypto'
import type { CallCandidate } from '#contract/video/candidates.ts'
import type { SfuWay, TrackKind } from '#contract/video/sfu.ts'
import type { Logger } from '../logger.ts'
import {
  type JanusConnection,
  JanusAway,
  JanusRefusal,
  type JanusSaid,
  connectJanus,
} from './janus-connection.ts'
import { ROOM_ENDED_MS, type Rooms, createRooms } from './rooms.ts'
import {
  type Ask,
  type Carried,
  type Wanted,
  attach,
  createSession,
  readCarried,
  tell,
  unless,
} from './videoroom.ts'

/** Less than a third of the shortest session_timeout that makes sense. */
const KEEP_EVERY_MS = 15_000
/** A server whose connection is back within this time was not away. */
const AWAY_AFTER_MS = 4_000
/** Codes of Janus for a session or a handle that is not there any more. */
const UNKNOWN = [458, 459]
/** Somebody has just stopped sending. */
const NO_SUCH_FEED = 428

export type SfuSettings = { url: string; secret: string }

/** Where a line is in Janus: a session with a handle for each way. `down` is there once there was something to receive. */
export type LineIds = { session: number; up: number; down: number | null }

export type Offered = { sdp: string; carried: Carried[] }

/** What one browser sends and receives. */
export type SfuLine = {
  ids(): LineIds
  /** What the browser sends now: answers the answer to its offer. */
  send(offer: string, tracks: readonly { mid: string; kind: TrackKind }[]): Promise<string>
  /**
   * Asks for other streams of the room; answers the offer for the browser, undefined if there is nothing to offer.
   * @throws JanusRefusal also while an earlier offer is not answered
   */
  receive(change: {
    subscribe: readonly Wanted[]
    unsubscribe: readonly string[]
  }): Promise<Offered | undefined>
  /** Offers again what is carried, with new ICE credentials or without. */
  offerAgain(options: { restart: boolean }): Promise<string>
  takeAnswer(sdp: string): Promise<void>
  /** In which layer parts of `down` are sent on, and whether they are at all; what is left out stays as it is. */
  showAs(pictures: readonly { mid: string; layer?: number; isSent?: boolean }[]): Promise<void>
  takeCandidate(way: SfuWay, candidate: CallCandidate | null): void
  /** Hears no more of it. It goes on: another server may take it over. */
  forget(): void
}

type LineOptions = { room: number; person: string; display: string; onOver: () => void }

/** The SFU, a Janus. */
export type Sfu = {
  isReady(): boolean
  /** Waits until it is ready, at most this long. */
  whenReady(ms: number): Promise<void>
  /** Whether it has not been there for a few seconds. */
  isAway(): boolean
  /** Calls back when it can be asked again; all that was in it may be gone. */
  onBack(listener: () => void): void
  rooms: Rooms
  /** A number for a room that nobody guesses, and that no room has. */
  newRoom(): number
  /** Opens a line with its first offer. @throws JanusRefusal, JanusAway */
  openLine(
    options: LineOptions & { offer: string; tracks: readonly { mid: string; kind: TrackKind }[] },
  ): Promise<{ line: SfuLine; answer: string }>
  /** Takes over a line from whatever server it had. @throws JanusRefusal if it is not there any more, JanusAway */
  takeLine(options: LineOptions & { ids: LineIds }): Promise<SfuLine>
  /** Ends a line, on whatever server it is. @throws JanusAway */
  endLine(session: number): Promise<void>
  close(): void
}

/** Opens a connection to Janus, which is opened again whenever it is lost. */
export function createSfu({ url, secret }: SfuSettings, log: Logger): Sfu {
  const lines = new Map<number, (said: JanusSaid) => void>()
  const listeners = new Set<() => void>()
  let downSince = performance.now()
  let isLost = false
  const connection: JanusConnection = connectJanus({
    url,
    secret,
    onSaid(said) {
      const { session_id: session } = said
      if (said.janus === 'timeout' && session !== undefined && rooms.isOwn(session))
        connection.reset('timeout')
      if (session !== undefined) lines.get(session)?.(said)
      rooms.hear(said)
    },
    onOpen: (ask) => rooms.open(ask),
    onUp() {
      if (isLost) log.info('line to Janus is back')
      isLost = false
      listeners.forEach((each) => each())
    },
    onLost(reason, wasUp) {
      if (wasUp) downSince = performance.now()
      if (!isLost) log.warn({ reason: reason.message }, 'line to Janus lost')
      isLost = true
    },
  })
  const rooms = createRooms(connection, { secret, log })
  const keeper = setInterval(() => {
    if (!connection.isUp()) return
    for (const session of [...lines.keys(), ...rooms.sessions()])
      connection
        .ask({ janus: 'keepalive', session_id: session }, { receipt: true })
        .catch((error: unknown) => {
          // It ended while this process did not run, and nobody was told.
          if (!isUnknown(error)) return
          if (rooms.isOwn(session)) connection.reset('the session ended')
          else lines.get(session)?.({ janus: 'timeout' })
        })
  }, KEEP_EVERY_MS).unref()

  const lineOf = (ids: LineIds, { room, onOver }: LineOptions): SfuLine => {
    const { session, up } = ids
    let { down } = ids
    // A handle that did not join yet is used for the next attempt.
    let attached = down
    const hear = ({ janus, sender, plugindata, jsep }: JanusSaid) => {
      const isOwn = sender === up || sender === attached
      const isRoomOver = plugindata?.data['videoroom'] === 'destroyed'
      const isOver =
        janus === 'timeout' ||
        // An offer that nobody asked for is one that Janus has put off, which nobody knows any more.
        (isOwn && (janus === 'hangup' || janus === 'detached' || isRoomOver || jsep !== undefined))
      if (!isOver) return
      forget()
      if (isRoomOver) setTimeout(onOver, ROOM_ENDED_MS).unref()
      else onOver()
    }
    // Somebody else of this server may have taken it over.
    const forget = () => void (lines.get(session) === hear && lines.delete(session))
    lines.set(session, hear)
    const message = (handle: number, body: object, jsep?: object) =>
      tell(connection, { session, handle }, body, jsep)
    return {
      ids: () => ({ session, up, down }),
      async send(sdp, tracks) {
        const body = { request: 'configure', descriptions: describe(tracks) }
        const { jsep } = await message(up, body, { type: 'offer', sdp })
        return jsep?.sdp ?? ''
      },
      async receive({ subscribe, unsubscribe }) {
        if (down === null && subscribe.length === 0) return undefined
        attached ??= await attach(connection, session)
        const join = { request: 'join', ptype: 'subscriber', room, pin: rooms.pinOf(room), autoupdate: false }
        const update = {
          request: 'update',
          ...(subscribe.length > 0 && { subscribe }),
          ...(unsubscribe.length > 0 && { unsubscribe: unsubscribe.map((mid) => ({ sub_mid: mid })) }),
        }
        const body = down === null ? { ...join, streams: subscribe } : update
        // What is sent has changed again: that is told in a moment.
        const said = await message(attached, body).catch(unless(NO_SUCH_FEED))
        if (!said) return undefined
        down = attached
        // It waits for an answer that this server knows nothing of, and offers this at some time, or never.
        if (said.data['videoroom'] === 'updating') throw new JanusRefusal(0, 'another offer is not answered')
        return said.jsep && { sdp: said.jsep.sdp, carried: readCarried(said.data) }
      },
      async offerAgain({ restart }) {
        if (down === null) throw new JanusRefusal(459, 'nothing is received')
        const { jsep } = await message(down, { request: 'configure', update: true, restart })
        if (!jsep) throw new JanusAway('no offer')
        return jsep.sdp
      },
      async takeAnswer(sdp) {
        if (down !== null) await message(down, { request: 'start' }, { type: 'answer', sdp })
      },
      async showAs(pictures) {
        if (down === null || pictures.length === 0) return
        const streams = pictures.map(({ mid, layer: substream, isSent: send }) => ({ mid, substream, send }))
        await message(down, { request: 'configure', streams })
      },
      takeCandidate(way, candidate) {
        const handle = way === 'up' ? up : down
        if (handle === null) return
        const question = {
          janus: 'trickle',
          session_id: session,
          handle_id: handle,
          candidate: candidate ? withoutNulls(candidate) : { completed: true },
        }
        connection.ask(question, { receipt: true }).catch(() => undefined)
      },
      forget,
    }
  }
  return {
    isReady: () => connection.isUp(),
    async whenReady(ms) {
      if (connection.isUp()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const back = () => resolve()
      listeners.add(back)
      const limit = setTimeout(back, ms)
      await promise
      clearTimeout(limit)
      listeners.delete(back)
    },
    isAway: () => !connection.isUp() && performance.now() - downSince > AWAY_AFTER_MS,
    onBack: (listener) => void listeners.add(listener),
    rooms,
    newRoom: () => randomInt(1, 2 ** 47),
    async openLine({ offer, tracks, ...options }) {
      const { room, person, display } = options
      const session = await createSession(connection)
      try {
        const up = await attach(connection, session)
        const line = lineOf({ session, up, down: null }, options)
        const body = {
          request: 'joinandconfigure',
          ptype: 'publisher',
          room,
          display,
          pin: rooms.pinOf(room),
          token: rooms.tokenOf(room, person),
          descriptions: describe(tracks),
        }
        await rooms.admit(room, person)
        const { jsep } = await tell(connection, { session, handle: up }, body, { type: 'offer', sdp: offer })
        return { line, answer: jsep?.sdp ?? '' }
      } catch (error) {
        lines.delete(session)
        await endSession(connection, session).catch(() => undefined)
        throw error
      }
    },
    async takeLine({ ids, ...options }) {
      await connection.ask({ janus: 'claim', session_id: ids.session })
      return lineOf(ids, options)
    },
    async endLine(session) {
      lines.delete(session)
      await endSession(connection, session)
    },
    close() {
      clearInterval(keeper)
      connection.close()
    },
  }
}

async function endSession({ ask }: Ask, session: number): Promise<void> {
  await ask({ janus: 'destroy', session_id: session }).catch((error: unknown) => {
    if (!isUnknown(error)) throw error
  })
}

const isUnknown = (error: unknown) => error instanceof JanusRefusal && UNKNOWN.includes(error.code)

const describe = (tracks: readonly { mid: string; kind: TrackKind }[]) =>
  tracks.map(({ mid, kind }) => ({ mid, description: kind }))

const withoutNulls = (candidate: CallCandidate) =>
  Object.fromEntries(Object.entries(candidate).filter(([, value]) => value !== null))
