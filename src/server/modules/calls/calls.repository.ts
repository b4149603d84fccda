import { type Kysely, type Transaction, sql } from 'kysely'
import type {
  ClientId,
  FileId,
  GroupId,
  MembershipId,
  PeerId,
  ResourceId,
  SessionId,
  UserId,
} from '#contract/values.ts'
import type { CallMedia, CallRoute } from '#contract/video/calls.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { GONE_MS } from './calls.domain.ts'

/** Somebody in a call. */
export type Stay = {
  peerId: PeerId
  userId: UserId
  /** The client as whom they are in it; null for the coach. */
  clientId: ClientId | null
  membershipId: MembershipId
  name: string
  lastName: string
  photoId: FileId | null
  media: CallMedia
  joinedAt: EpochMs
}

/** Stays with what decides whether they are in the call. */
export const staysWithClients = sql`call_stays stay
  join sessions s on s.id = stay.session_id and s.status = 'confirmed'
  left join clients c on c.id = stay.client_id`

/** Whether somebody of `staysWithClients` who did not leave may be in the call. */
const mayBeInCall = sql`stay.left_at is null and (stay.client_id is null or c.status = 'active' and (
  s.client_id = stay.client_id or exists (
    select from group_members g where g.group_id = s.group_id and g.client_id = stay.client_id and g.status = 'active')))`

/** Whether somebody of `staysWithClients` is in the call. */
export function isInCall(now: EpochMs) {
  return sql`${mayBeInCall} and stay.seen_at > ${toTimestamp(epochMs(now - GONE_MS))}`
}

/** Who may be in a call, did not leave, and has not been seen for too long to be in it. */
export async function listMissed(db: Kysely<DB>, sessionId: SessionId, now: EpochMs): Promise<PeerId[]> {
  const { rows } = await sql<{ peerId: PeerId }>`
    select stay.peer_id as "peerId" from ${staysWithClients}
    where stay.session_id = ${sessionId} and ${mayBeInCall}
      and stay.seen_at <= ${toTimestamp(epochMs(now - GONE_MS))}`.execute(db)
  return rows.map(({ peerId }) => peerId)
}

/**
 * Who is in calls now, in the order in which they came: seen lately, and still allowed to be there. Somebody who left the
 * group or is paused is out at once, whatever their browser does; so is everybody once the session is not to be held any more.
 */
export async function listStays(
  db: Kysely<DB>,
  sessionIds: readonly SessionId[],
  now: EpochMs,
): Promise<(Stay & { sessionId: SessionId })[]> {
  if (sessionIds.length === 0) return []
  const { rows } = await sql<Omit<Stay, 'media'> & CallMedia & { sessionId: SessionId }>`
    select stay.session_id as "sessionId", stay.peer_id as "peerId", stay.user_id as "userId", stay.client_id as "clientId",
      m.id as "membershipId", u.name, u.last_name as "lastName", u.photo_id as "photoId", stay.joined_at as "joinedAt",
      stay.sends_audio as audio, stay.sends_video as video, stay.shares_screen as screen, stay.raises_hand as hand
    from ${staysWithClients}
    join users u on u.id = stay.user_id
    join memberships m on m.user_id = stay.user_id and m.coach_id = s.coach_id
      and m.client_id is not distinct from stay.client_id
    where stay.session_id = any(${sql.val([...sessionIds])}::uuid[]) and ${isInCall(now)}
    order by stay.joined_at, stay.id`.execute(db)
  return rows.map(({ audio, video, screen, hand, ...stay }) => ({
    ...stay,
    media: { audio, video, screen, hand },
  }))
}

/** How the media of a call go. */
export type CallWay = { route: CallRoute; room: number | null; isSfuAway: boolean }

/** Locks a call until the end of the transaction, and gives it its next revision. */
export async function reviseCall(
  tx: Transaction<DB>,
  sessionId: SessionId,
  now: EpochMs,
): Promise<{ revision: number; way: CallWay }> {
  const { revision, ...way } = await tx
    .insertInto('calls')
    .values({ session_id: sessionId, revision: 1, created_at: toTimestamp(now) })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({ revision: sql<number>`calls.revision + 1` }),
    )
    .returning(['revision', ...WAY])
    .executeTakeFirstOrThrow()
  return { revision, way }
}

const WAY = ['route', 'sfu_room as room', 'is_sfu_away as isSfuAway'] as const

/** How the media of a call go; undefined before the first who goes in. */
export async function findWay(db: Kysely<DB>, sessionId: SessionId): Promise<CallWay | undefined> {
  return db.selectFrom('calls').where('session_id', '=', sessionId).select(WAY).executeTakeFirst()
}

export async function updateWay(tx: Transaction<DB>, sessionId: SessionId, way: CallWay): Promise<void> {
  await tx
    .updateTable('calls')
    .set({ route: way.route, sfu_room: way.room, is_sfu_away: way.isSfuAway })
    .where('session_id', '=', sessionId)
    .execute()
}

/** Which resource is shown in a call. */
export async function findShownId(tx: Transaction<DB>, sessionId: SessionId): Promise<ResourceId | null> {
  const call = await tx
    .selectFrom('calls')
    .where('session_id', '=', sessionId)
    .select('shown_resource_id as id')
    .$narrowType<{ id: ResourceId | null }>()
    .executeTakeFirst()
  return call?.id ?? null
}

export async function updateShown(
  tx: Transaction<DB>,
  sessionId: SessionId,
  shownId: ResourceId | null,
): Promise<void> {
  await tx
    .updateTable('calls')
    .set({ shown_resource_id: shownId })
    .where('session_id', '=', sessionId)
    .execute()
}

/** Whether a peer of a call is, or was, another person's. */
export async function isPeerOfAnother(
  tx: Transaction<DB>,
  { sessionId, userId, peerId }: { sessionId: SessionId; userId: UserId; peerId: PeerId },
): Promise<boolean> {
  const other = await tx
    .selectFrom('call_stays')
    .where('session_id', '=', sessionId)
    .where('peer_id', '=', peerId)
    .where('user_id', '<>', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether a peer was in a call and is not any more, because it left or somebody ended its stay. */
export async function wasEnded(
  tx: Transaction<DB>,
  { sessionId, userId, peerId }: { sessionId: SessionId; userId: UserId; peerId: PeerId },
): Promise<boolean> {
  const last = await tx
    .selectFrom('call_stays')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('peer_id', '=', peerId)
    .select('left_at as leftAt')
    .orderBy('joined_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && last.leftAt !== null
}

type NewStay = {
  id: string
  sessionId: SessionId
  userId: UserId
  clientId: ClientId | null
  peerId: PeerId
  media: CallMedia
}

export async function insertStay(tx: Transaction<DB>, stay: NewStay, now: EpochMs): Promise<void> {
  const at = toTimestamp(now)
  await tx
    .insertInto('call_stays')
    .values({
      id: stay.id,
      session_id: stay.sessionId,
      user_id: stay.userId,
      client_id: stay.clientId,
      peer_id: stay.peerId,
      ...columnsOf(stay.media),
      joined_at: at,
      seen_at: at,
      left_at: null,
    })
    .execute()
}

/** What a peer sends now; false if it is not in the call. */
export async function updateStay(
  tx: Transaction<DB>,
  of: { sessionId: SessionId; userId: UserId; peerId: PeerId },
  media: CallMedia,
  now: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('call_stays')
    .set({ ...columnsOf(media), seen_at: sql`greatest(joined_at, ${toTimestamp(now)})` })
    .where('session_id', '=', of.sessionId)
    .where('user_id', '=', of.userId)
    .where('peer_id', '=', of.peerId)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const columnsOf = ({ audio, video, screen, hand }: CallMedia) => ({
  sends_audio: audio,
  sends_video: video,
  shares_screen: screen,
  raises_hand: hand,
})

/** Ends stays in a call: of all its people, or of one, or of one peer. Who was lost left when they were seen last. */
export async function endStays(
  tx: Transaction<DB>,
  of: { sessionId: SessionId; userId?: UserId; peerId?: PeerId },
  now: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('call_stays')
    .set({
      left_at: sql`case when seen_at > ${toTimestamp(epochMs(now - GONE_MS))} then greatest(seen_at, ${toTimestamp(now)})
        else seen_at end`,
    })
    .where('session_id', '=', of.sessionId)
    .$if(of.userId !== undefined, (own) => own.where('user_id', '=', of.userId!))
    .$if(of.peerId !== undefined, (own) => own.where('peer_id', '=', of.peerId!))
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A peer of one call. */
export type Seat = { sessionId: SessionId; peerId: PeerId }

/** Seats as a table of a query; one text for any number of them. */
function tableOf(seats: readonly Seat[]) {
  const sessions = sql`${sql.val(seats.map(({ sessionId }) => sessionId))}::uuid[]`
  return sql`unnest(${sessions}, ${sql.val(seats.map(({ peerId }) => peerId))}::uuid[]) as here (session_id, peer_id)`
}

/**
 * Notes that peers are still there, also by a clock that was set back: else they would be in the call, wherever they go, until
 * it is as late again. Waits for nobody: a stay that somebody else changes just now is noted the next time, so
 * that this cannot block, or be blocked by, a call that ends.
 */
export async function touchStays(db: Kysely<DB>, seats: readonly Seat[], now: EpochMs): Promise<void> {
  if (seats.length === 0) return
  await sql`
    update call_stays set seen_at = greatest(joined_at, ${toTimestamp(now)}) where id in (
      select stay.id from call_stays stay
      join ${tableOf(seats)} on stay.session_id = here.session_id and stay.peer_id = here.peer_id
      where stay.left_at is null
      for update of stay skip locked)`.execute(db)
}

/** Why peers are not in their calls any more. */
export async function listReasons(
  db: Kysely<DB>,
  seats: readonly Seat[],
): Promise<(Seat & { why: 'ended' | 'elsewhere' | 'removed' })[]> {
  if (seats.length === 0) return []
  const { rows } = await sql<Seat & { why: 'ended' | 'elsewhere' | 'removed' }>`
    select here.session_id as "sessionId", here.peer_id as "peerId",
      case
        when s.status is distinct from 'confirmed' then 'ended'
        when last.left_at is null then 'removed'
        when exists (
          select from call_stays other where other.session_id = here.session_id and other.user_id = last.user_id
            and other.left_at is null) then 'elsewhere'
        else 'ended'
      end as why
    from ${tableOf(seats)}
    left join sessions s on s.id = here.session_id
    left join lateral (
      select stay.user_id, stay.left_at from call_stays stay
      where stay.session_id = here.session_id and stay.peer_id = here.peer_id
      order by stay.joined_at desc, stay.id desc limit 1
    ) last on true`.execute(db)
  return rows
}

/** A call for those who look after it. */
export type CallState = CallWay & {
  sessionId: SessionId
  revision: number
  coachId: UserId
  clientId: ClientId | null
  groupId: GroupId | null
  /** The peers that did not leave. Those of them who are not in the call vanished. */
  open: PeerId[]
}

export async function listCalls(db: Kysely<DB>, sessionIds: readonly SessionId[]): Promise<CallState[]> {
  return db
    .selectFrom('calls')
    .innerJoin('sessions as s', 's.id', 'calls.session_id')
    .where('calls.session_id', '=', sql<string>`any(${sql.val([...sessionIds])}::uuid[])`)
    .select(['calls.revision', 's.id as sessionId', ...WAY])
    .select(['s.coach_id as coachId', 's.client_id as clientId', 's.group_id as groupId'])
    .select(
      sql<PeerId[]>`array(
        select stay.peer_id from call_stays stay where stay.session_id = s.id and stay.left_at is null
      )`.as('open'),
    )
    .execute()
}
