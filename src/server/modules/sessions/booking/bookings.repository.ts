import type { Transaction } from 'kysely'
import type { Channel } from '#contract/calendar/calendar.ts'
import type { ClientId, GroupId, SeriesId, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type CoachScope, type Scope, clientOf } from '#server/policy/scope.ts'
import { refuseOverlap } from '../overlap.repository.ts'

/** A booking as stored. */
export type NewSession = {
  id: SessionId
  coachId: UserId
  /** One of the two is null. */
  clientId: ClientId | null
  groupId: GroupId | null
  seriesId: SeriesId | null
  /** The title the coach chose. */
  title: string | null
  objective: string | null
  startsAt: EpochMs
  endsAt: EpochMs
  timezone: string
  channel: Channel
  meetingUrl: string | null
  place: string | null
  status: 'requested' | 'confirmed'
}

/** The client a session is booked for. */
export function findBookable(tx: Transaction<DB>, scope: Scope, clientId: ClientId) {
  return tx
    .selectFrom('clients')
    .select('clients.status')
    .where('clients.coach_id', '=', scope.coachId)
    .where('clients.id', '=', clientOf(scope) ?? clientId)
    .where('clients.id', '=', clientId)
    .$if(clientOf(scope) !== undefined, (own) => own.where('clients.id', '=', clientOf(scope)!))
    .executeTakeFirst()
}

/** The coach's own addresses, one per channel. */
export function findLinks(tx: Transaction<DB>, { coachId }: Scope) {
  return tx
    .selectFrom('users')
    .select(['meet', 'zoom', 'teams', 'skype', 'whatsapp', 'facetime', 'phone'])
    .where('id', '=', coachId)
    .executeTakeFirst()
}

/** The group a session is booked for, and how it meets. */
export function findBookableGroup(tx: Transaction<DB>, scope: CoachScope, groupId: GroupId) {
  return tx
    .selectFrom('groups')
    .select(['groups.status', 'groups.modality', 'groups.channel'])
    .where('groups.coach_id', '=', scope.coachId)
    .where('groups.id', '=', groupId)
    .executeTakeFirst()
}

/**
 * Inserts any number with one statement.
 * @throws Refusal `session.overlap`
 */
export async function insertSessions(
  tx: Transaction<DB>,
  sessions: readonly NewSession[],
  now: EpochMs,
): Promise<void> {
  const rows = sessions.map((session) => ({
    id: session.id,
    coach_id: session.coachId,
    type: session.groupId === null ? ('Client' as const) : ('Group' as const),
    client_id: session.clientId,
    group_id: session.groupId,
    series_id: session.seriesId,
    title: session.title,
    objective: session.objective,
    starts_at: toTimestamp(session.startsAt),
    ends_at: toTimestamp(session.endsAt),
    timezone: session.timezone,
    channel: session.channel,
    meeting_url: session.meetingUrl,
    place: session.place,
    status: session.status,
    asked_at: session.status === 'requested' ? toTimestamp(now) : null,
    created_at: toTimestamp(now),
    updated_at: toTimestamp(now),
  }))
  const insert = tx.insertInto('sessions').values(rows).execute()
  await refuseOverlap(insert)
}
