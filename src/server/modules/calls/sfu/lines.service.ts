import type { FromSfu, ToSfu } from '#contract/video/sfu.ts'
import type { SayToSfu } from '#contract/video/signals.ts'
import type { Carried, Deps, LineIds, OpenSocket, SfuLine } from '../../../deps.ts'
import type { Seat } from '../calls.repository.ts'
import { type Line, createLine } from './line.service.ts'
import { type Sizes, isOffer } from './lines.domain.ts'
import {
  type MadeOffer,
  type StoredLine,
  adoptLine,
  clearLine,
  findSfuStay,
  insertLine,
  saveLine,
} from './sfu.repository.ts'

/** Most of what waits for one browser's line. A browser that says more opens a new one. */
const MOST_WAITING = 100
/** Most lines that one browser opens in a minute. */
const MOST_OPENED = 20
const WINDOW_MS = 60_000
/** Earlier lines that are known as such. */
const MOST_RETIRED = 50

/** The lines of this server's sockets to the SFU. */
export type Lines = {
  /** What a browser says that is in a call. */
  hear(socket: OpenSocket, seat: Seat, said: Pick<SayToSfu, 'line' | 'say'>): void
  /** Takes over the line of somebody who came back. */
  resume(socket: OpenSocket, seat: Seat): void
  /** Hears no more of a browser. Its line is ended once it is not in the call. */
  leave(socket: OpenSocket): void
}

/** What this server knows of one browser. */
type Holder = {
  id: string
  seat: Seat
  socket: OpenSocket
  isGone: boolean
  isLoaded: boolean
  /** Another holder has taken the line over: what this browser says next takes it back. */
  isElsewhere: boolean
  line: Line | undefined
  /** How large the browser shows the others, on whatever line. */
  sizes: Sizes
  voicesOnly: boolean
  /** The line that the browser wants while the SFU is away. */
  wants: string | undefined
  retired: string[]
  waiting: number
  last: Promise<void>
}

type Opened = { since: number; count: number }
type Stay = NonNullable<Awaited<ReturnType<typeof findSfuStay>>>

export function createLines(deps: Deps): Lines | undefined {
  const { sfu, db, log } = deps
  if (!sfu) return undefined
  const holders = new Map<OpenSocket, Holder>()
  /** Also of those who go in again as another peer. */
  const opened = new WeakMap<OpenSocket, Opened>()

  const send = ({ socket, seat: { sessionId, peerId } }: Holder, line: string, say: FromSfu) =>
    socket.send('CALL_SFU', { sessionId, to: peerId, line, say })
  const renew = (holder: Holder, line: string) => send(holder, line, { renew: true })
  const retire = (holder: Holder, line: string) => {
    holder.retired = [...holder.retired, line].slice(-MOST_RETIRED)
  }
  const dropLine = (holder: Holder) => {
    if (holder.line) retire(holder, holder.line.id)
    holder.line?.forget()
    holder.line = undefined
  }
  /** Runs after everything that the browser said before. */
  const queue = (holder: Holder, work: () => Promise<void>) => {
    holder.waiting += 1
    holder.last = holder.last
      .then(() => (holder.isGone ? undefined : work()))
      .catch((error: unknown) => {
        log.debug({ err: error }, 'a line of a call failed')
        const { line } = holder
        // What Janus did not take leaves the line in a state that nobody knows.
        if (line && sfu.isReady()) giveUp(holder, line.id)
      })
      .finally(() => (holder.waiting -= 1))
  }
  /** Ends a line that is of no use, and asks for a new one. */
  const giveUp = (holder: Holder, id: string) => {
    const { line } = holder
    if (line?.id !== id || holder.isGone) return
    dropLine(holder)
    renew(holder, id)
    queue(holder, () => endLine(holder, line.session))
  }
  const isOthers = (holder: Holder, session: number, stored: StoredLine | undefined) =>
    stored?.session === session && stored.holder !== holder.id
  const endLine = async (holder: Holder, session: number) => {
    const stay = await findSfuStay(db, holder.seat)
    if (isOthers(holder, session, stay?.stored)) return
    await sfu.endLine(session)
    if (stay) await clearLine(db, stay.stayId, session)
  }
  /** The line goes on at another holder's. */
  const leaveToOther = (holder: Holder) => {
    holder.line?.forget()
    holder.line = undefined
    holder.isElsewhere = true
  }
  const follow = async (holder: Holder, line: Line) => {
    if (holder.line !== line) return
    // What Janus says of a line is heard by the server that took it last. Without the database it is this one.
    const stay = await findSfuStay(db, holder.seat).catch(() => undefined)
    if (isOthers(holder, line.session, stay?.stored)) return leaveToOther(holder)
    await line.follow()
  }

  const put = (
    holder: Holder,
    { stayId, room }: Stay,
    id: string,
    through: SfuLine,
    { parts: carried, offer: waiting }: Pick<StoredLine, 'parts' | 'offer'>,
  ) => {
    const save = async (parts: readonly Carried[], made?: MadeOffer) => {
      const offer = made && { ...made, holder: holder.id }
      const stored = {
        holder: holder.id,
        line: id,
        ...through.ids(),
        parts: [...parts],
        ...(offer && { offer }),
      }
      const isSaved = await saveLine(db, stayId, stored)
      if (!isSaved && holder.line === line) leaveToOther(holder)
      return isSaved
    }
    let isBehind = false
    // However often the others change what they send: each look sees all of it.
    const changed = () => {
      if (isBehind) return
      isBehind = true
      queue(holder, () => {
        isBehind = false
        return follow(holder, line)
      })
    }
    const line = createLine({
      id,
      own: holder.seat.peerId,
      sfu: through,
      watch: sfu.rooms.watch(room, changed),
      carried,
      waiting,
      sizes: () => holder.sizes,
      voicesOnly: () => holder.voicesOnly,
      send: (say) => send(holder, id, say),
      // Media go on without the database; the server that takes the line over puts right what it does not know.
      save: (parts, made) =>
        save(parts, made).catch((error: unknown) => {
          log.warn({ err: error }, 'a line was not saved')
          return true
        }),
      giveUp: () => giveUp(holder, id),
    })
    holder.line = line
    return line
  }
  const optionsOf = (holder: Holder, { stayId, room }: Stay, id: string) => ({
    room,
    person: stayId,
    display: holder.seat.peerId,
    onOver: () => giveUp(holder, id),
  })
  const takeOver = async (holder: Holder, stay: Stay, stored: StoredLine) => {
    const adopted = await adoptLine(db, stay.stayId, stored, holder.id)
    if (!adopted) return
    const { line: id, session, up, down } = adopted
    const through = await sfu
      .takeLine({ ...optionsOf(holder, stay, id), ids: { session, up, down } satisfies LineIds })
      .catch(async (error: unknown) => {
        log.debug({ err: error }, 'a line of a call was not taken over')
        if (!sfu.isReady()) return void (holder.wants = id)
        retire(holder, id)
        renew(holder, id)
        // It may be there, and have answered too late.
        await endLine(holder, session)
      })
    if (holder.isGone) through?.forget()
    else if (through) await put(holder, stay, id, through, adopted).catchUp()
  }
  const load = async (holder: Holder) => {
    if (holder.isLoaded || !sfu.isReady()) return
    holder.isLoaded = true
    const stay = await findSfuStay(db, holder.seat)
    const { line } = holder
    holder.line = undefined
    line?.forget()
    // After Janus was away: another holder may have it meanwhile.
    if (line && isOthers(holder, line.session, stay?.stored)) return leaveToOther(holder)
    if (stay?.stored) await takeOver(holder, stay, stay.stored)
  }
  const mayOpen = (socket: OpenSocket) => {
    const now = performance.now()
    const known = opened.get(socket)
    const { since, count } = known && now - known.since < WINDOW_MS ? known : { since: now, count: 0 }
    opened.set(socket, { since, count: count + 1 })
    return count < MOST_OPENED
  }
  const open = async (holder: Holder, id: string, say: Extract<ToSfu, { offer: string }>) => {
    if (!mayOpen(holder.socket)) return retire(holder, id)
    const stay = await findSfuStay(db, holder.seat)
    if (!stay) return
    // A new line is asked for all that it takes; its browser says so if it takes less.
    holder.voicesOnly = false
    const earlier = new Set([holder.line?.session, stay.stored?.session])
    dropLine(holder)
    for (const session of earlier) if (session !== undefined) await sfu.endLine(session)
    const { line: through, answer } = await sfu
      .openLine({ ...optionsOf(holder, stay, id), ...say })
      .catch((error: unknown) => {
        retire(holder, id)
        if (sfu.isReady()) renew(holder, id)
        else holder.wants = id
        throw error
      })
    // If they have left meanwhile, it is found by this, and ended.
    const stored = { holder: holder.id, line: id, ...through.ids(), parts: [] }
    const isSaved = await insertLine(db, stay.stayId, stored, stay.stored).catch((error: unknown) => {
      log.warn({ err: error }, 'a line was not saved')
      return false
    })
    if (!isSaved) {
      retire(holder, id)
      renew(holder, id)
      return sfu.endLine(stored.session)
    }
    if (holder.isGone) return through.forget()
    const line = put(holder, stay, id, through, stored)
    send(holder, id, { answer, number: say.number })
    await line.follow()
  }
  const hear = async (holder: Holder, id: string, say: ToSfu) => {
    if (holder.isElsewhere) holder.isLoaded = false
    holder.isElsewhere = false
    if ('sizes' in say) {
      holder.sizes = new Map(say.sizes.map(({ peerId, size }) => [peerId, size]))
      holder.voicesOnly = say.voicesOnly ?? false
    }
    if (!sfu.isReady()) return void (holder.wants = id)
    // Each part of an offer takes memory of the SFU.
    if ('offer' in say && !isOffer(say)) return void (holder.line?.id === id || retire(holder, id))
    await load(holder)
    if (holder.line?.id === id) return holder.line.hear(say)
    if (holder.retired.includes(id)) return
    if ('offer' in say) return open(holder, id, say)
    // Of an earlier server that could not keep it.
    retire(holder, id)
    renew(holder, id)
  }

  sfu.onBack(() => {
    for (const holder of holders.values()) {
      queue(holder, async () => {
        if (!sfu.isReady()) return
        const { line, wants } = holder
        holder.wants = undefined
        // All of Janus that was known may be gone with it.
        holder.isLoaded = holder.isElsewhere
        await load(holder)
        if (holder.isElsewhere) return
        // A browser that has opened another one meanwhile wants that, also if the earlier one was found again.
        const asked = wants ?? (holder.line ? undefined : line?.id)
        if (asked === undefined || asked === holder.line?.id || holder.retired.includes(asked)) return
        retire(holder, asked)
        renew(holder, asked)
      })
    }
  })
  const holderOf = (socket: OpenSocket, seat: Seat): Holder => {
    const known = holders.get(socket)
    if (known && known.seat.sessionId === seat.sessionId && known.seat.peerId === seat.peerId) return known
    leave(socket)
    const holder: Holder = {
      id: deps.newId(),
      seat,
      socket,
      isGone: false,
      isLoaded: false,
      isElsewhere: false,
      line: undefined,
      sizes: new Map(),
      voicesOnly: false,
      wants: undefined,
      retired: [],
      waiting: 0,
      last: Promise.resolve(),
    }
    holders.set(socket, holder)
    return holder
  }
  const leave = (socket: OpenSocket) => {
    const holder = holders.get(socket)
    if (!holder) return
    holder.isGone = true
    holder.line?.forget()
    holder.line = undefined
    holders.delete(socket)
  }
  return {
    hear(socket, seat, { line, say }) {
      const holder = holderOf(socket, seat)
      // What waits before it is this server's, not the browser's.
      if ('answer' in say && holder.line?.id === line) holder.line.noteAnswer(say.number)
      if (holder.waiting < MOST_WAITING) queue(holder, () => hear(holder, line, say))
      else giveUp(holder, line)
    },
    resume(socket, seat) {
      const holder = holderOf(socket, seat)
      queue(holder, () => load(holder))
    },
    leave,
  }
}
