import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../../db/schema.ts'
import { type Seat, isInCall, staysWithClients } from '../calls.repository.ts'

/** The version of the stored shape of lines. A change of it takes the next number. */
const VERSION = 1
/** Most lines and rooms that are ended at once; the others are ended the next time. */
const AT_ONCE = 100

/** Where a line is, and what its `down` carries, so that another server can take it over. */
export type StoredLine = {
  /** The browser's socket for which a server speaks, under a name that the server gave it: one has a line at a time. */
  holder?: string
  line: string
  session: number
  up: number
  down: number | null
  parts: { mid: string; feed: number; feedMid: string }[]
  /**
   * The offer of `down` that its browser has not answered. Servers of a release that does not know it leave it where it is:
   * it holds as long as the line is that of the holder that made it.
   */
  offer?: MadeOffer & { holder: string | undefined }
}
export type MadeOffer = { sdp: string; number: number }

/** What has another version is of a later release, which this one cannot take over: a new line is opened. */
function read(stored: unknown): StoredLine | undefined {
  const line = stored as (StoredLine & { version: number }) | null
  return line?.version === VERSION ? line : undefined
}

/** Where somebody who is in a call through an SFU has their line; undefined if they are not in one. */
export async function findSfuStay(
  db: Kysely<DB>,
  { sessionId, peerId }: Seat,
): Promise<{ stayId: string; room: number; stored: StoredLine | undefined } | undefined> {
  const row = await db
    .selectFrom('call_stays as stay')
    .innerJoin('calls', 'calls.session_id', 'stay.session_id')
    .where('stay.session_id', '=', sessionId)
    .where('stay.peer_id', '=', peerId)
    .where('stay.left_at', 'is', null)
    .where('calls.route', '=', 'sfu')
    .select(['stay.id', 'calls.sfu_room', 'stay.sfu'])
    .executeTakeFirst()
  return row?.sfu_room == null ? undefined : { stayId: row.id, room: row.sfu_room, stored: read(row.sfu) }
}

/** Notes a new line in place of the one that was found; false if another holder was faster. */
export async function insertLine(
  db: Kysely<DB>,
  stayId: string,
  line: StoredLine,
  before: StoredLine | undefined,
): Promise<boolean> {
  const isBefore = before
    ? sql<boolean>`sfu->>'session' = ${String(before.session)}`
    : sql<boolean>`(sfu is null or sfu->>'version' is distinct from ${String(VERSION)})`
  return write(db, stayId, line, isBefore)
}

/** Notes what has become of a line; false if it is another holder's, or there is another one. */
export async function saveLine(db: Kysely<DB>, stayId: string, line: StoredLine): Promise<boolean> {
  const isOwn = sql<boolean>`sfu->>'session' = ${String(line.session)} and sfu->>'holder' = ${line.holder}`
  return write(db, stayId, line, isOwn)
}

/** Makes a line that of another holder, with the offer that waits for its answer; undefined if it is not there any more. */
export async function adoptLine(
  db: Kysely<DB>,
  stayId: string,
  { holder: before, offer: made, ...line }: StoredLine,
  holder: string,
): Promise<StoredLine | undefined> {
  const isSame = sql<boolean>`sfu->>'session' = ${String(line.session)}`
  const offer = made?.holder === before ? made : undefined
  const adopted = { ...line, holder, ...(offer && { offer: { ...offer, holder } }) }
  return (await write(db, stayId, adopted, isSame)) ? adopted : undefined
}

async function write(
  db: Kysely<DB>,
  stayId: string,
  line: StoredLine,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  const sfu = JSON.stringify({ version: VERSION, ...line })
  const { numUpdatedRows } = await db
    .updateTable('call_stays')
    .set({ sfu })
    .where('id', '=', stayId)
    .where(condition)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Forgets a line that was ended, unless another one was opened meanwhile. */
export async function clearLine(db: Kysely<DB>, stayId: string, session: number | undefined): Promise<void> {
  await db
    .updateTable('call_stays')
    .set({ sfu: null })
    .where('id', '=', stayId)
    .$if(session !== undefined, (own) => own.where(sql`sfu->>'session'`, '=', String(session)))
    .execute()
}

/** A line that is to be ended; without a session if it cannot be read. */
export type LostLine = { stayId: string; room: number | null; session: number | undefined }
export type LostRoom = { sessionId: SessionId; room: number }

/** The lines that are to be ended: of people who are not in the call any more, or whose call goes another way. */
export async function listLostLines(db: Kysely<DB>, now: EpochMs): Promise<LostLine[]> {
  const { rows } = await sql<{ stayId: string; room: number | null; stored: unknown }>`
    select lost.id as "stayId", calls.sfu_room as room, lost.sfu as stored
    from call_stays lost join calls on calls.session_id = lost.session_id
    where lost.sfu is not null and (calls.route = 'direct' or not exists (
      select from ${staysWithClients} where stay.id = lost.id and ${isInCall(now)}))
    limit ${sql.lit(AT_ONCE)}`.execute(db)
  return rows.map(({ stored, ...line }) => ({ ...line, session: read(stored)?.session }))
}

/** The rooms of calls that are empty or go another way, once the lines in them were ended; or whether `one` is of them. */
export async function listLostRooms(db: Kysely<DB>, now: EpochMs, one?: LostRoom): Promise<LostRoom[]> {
  const isMeant = one ? sql`calls.session_id = ${one.sessionId} and calls.sfu_room = ${one.room}` : sql`true`
  const { rows } = await sql<LostRoom>`
    select calls.session_id as "sessionId", calls.sfu_room as room from calls
    where ${isMeant} and ${isLostRoom(now)} and not exists (
      select from call_stays lined where lined.session_id = calls.session_id and lined.sfu is not null)
    limit ${sql.lit(AT_ONCE)}`.execute(db)
  return rows
}

/** Forgets a room that was ended, unless somebody came back meanwhile, who makes it again. */
export async function clearRoom(
  tx: Transaction<DB>,
  { sessionId, room }: LostRoom,
  now: EpochMs,
): Promise<void> {
  // Who goes in waits for this lock, or has gone in before it: then this finds them.
  await tx.selectFrom('calls').where('session_id', '=', sessionId).select('revision').forUpdate().execute()
  await sql`update calls set sfu_room = null, route = 'direct', is_sfu_away = false
    where session_id = ${sessionId} and sfu_room = ${room} and ${isLostRoom(now)}`.execute(tx)
}

function isLostRoom(now: EpochMs) {
  return sql`calls.sfu_room is not null and (calls.route = 'direct' or not exists (
    select from ${staysWithClients} where stay.session_id = calls.session_id and ${isInCall(now)}))`
}
