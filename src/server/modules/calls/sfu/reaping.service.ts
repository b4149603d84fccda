import type { Deps } from '../../../deps.ts'
import {
  type LostLine,
  type LostRoom,
  clearLine,
  clearRoom,
  listLostLines,
  listLostRooms,
} from './sfu.repository.ts'

type Sfu = NonNullable<Deps['sfu']>
type Round = { now: Promise<void>; next: Promise<void> | undefined }

/** The rounds of this server, one after the other however many people come and go. */
const rounds = new WeakMap<Sfu, Round>()

/**
 * Janus lets go of a line after it has answered, and before 1.2 the end of a room uses lines that it lets go of in that moment,
 * and crashes. A room is ended this long after it was found without lines.
 */
const ROOM_AFTER_MS = 3_000

/** The rooms that this server has found without lines, and whether that was long enough ago. */
const emptied = new WeakMap<Sfu, Map<number, { isDue: boolean }>>()

/**
 * Ends what calls have left in the SFU: the lines of people who are not in their call any more, with what let them in, and the
 * rooms of calls that are over, empty or go another way. It is found in the database, so it does not matter on which server
 * they were, or whether that is still there; two servers that do it at once do no harm. Never fails.
 */
export async function reap(deps: Deps): Promise<void> {
  const { sfu } = deps
  if (!sfu?.isReady()) return
  const round = rounds.get(sfu)
  if (!round) return begin(deps, sfu)
  // What has ended since it began is found by the next one.
  round.next ??= round.now.then(() => begin(deps, sfu))
  return round.next
}

function begin(deps: Deps, sfu: Sfu): Promise<void> {
  const now = endLost(deps, sfu).then(() => {
    if (!round.next) rounds.delete(sfu)
  })
  const round: Round = { now, next: undefined }
  rounds.set(sfu, round)
  return now
}

/** Those that were without lines for long enough. For the others there is a round later. */
function dueOf(deps: Deps, sfu: Sfu, lost: readonly LostRoom[]): LostRoom[] {
  const before = emptied.get(sfu)
  const now = new Map(lost.map(({ room }) => [room, before?.get(room) ?? { isDue: false }]))
  emptied.set(sfu, now)
  for (const [room, found] of now) {
    if (before?.has(room)) continue
    const end = () => {
      found.isDue = true
      void reap(deps)
    }
    setTimeout(end, ROOM_AFTER_MS).unref()
  }
  return lost.filter(({ room }) => now.get(room)!.isDue)
}

async function endLost(deps: Deps, sfu: Sfu): Promise<void> {
  const { db, clock, log } = deps
  // What fails is tried again within a second or with the next sweep, and keeps nothing else.
  const failed = (error: unknown) => log.debug({ err: error }, 'what a call has left was not ended')
  const endLine = async ({ stayId, room, session }: LostLine) => {
    if (session !== undefined) await sfu.endLine(session)
    if (room !== null) await sfu.rooms.dismiss(room, stayId)
    await clearLine(db, stayId, session)
  }
  const endRoom = async (lost: LostRoom) => {
    // Ending those before it took its time: somebody may have come back.
    if ((await listLostRooms(db, clock.now(), lost)).length === 0) return
    await sfu.rooms.destroy(lost.room)
    emptied.get(sfu)?.delete(lost.room)
    await db.transaction().execute((tx) => clearRoom(tx, lost, clock.now()))
  }
  try {
    for (const line of await listLostLines(db, clock.now())) await endLine(line).catch(failed)
    const rooms = await listLostRooms(db, clock.now())
    for (const room of dueOf(deps, sfu, rooms)) await endRoom(room).catch(failed)
  } catch (error) {
    failed(error)
  }
}
