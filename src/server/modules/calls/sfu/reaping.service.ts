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

async function endLost({ db, clock, log }: Deps, sfu: Sfu): Promise<void> {
  // What fails is tried again within a second or with the next sweep, and keeps nothing else.
  const failed = (error: unknown) => log.debug({ err: error }, 'what a call has left was not ended')
  const endLine = async ({ stayId, room, session }: LostLine) => {
    if (session !== undefined) await sfu.endLine(session)
    if (room !== null) await sfu.rooms.dismiss(room, stayId)
    await clearLine(db, stayId, session)
  }
  const endRoom = async (lost: LostRoom) => {
    await sfu.rooms.destroy(lost.room)
    await db.transaction().execute((tx) => clearRoom(tx, lost, clock.now()))
  }
  try {
    for (const line of await listLostLines(db, clock.now())) await endLine(line).catch(failed)
    for (const room of await listLostRooms(db, clock.now())) await endRoom(room).catch(failed)
  } catch (error) {
    failed(error)
  }
}
