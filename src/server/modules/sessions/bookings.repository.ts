import { type Transaction, sql } from 'kysely'
import type { Channel } from '#contract/calendar.ts'
import type { ClientId, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { refuseViolations } from '../../platform/postgres-constraints.ts'
import { toTimestamp } from '../../platform/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { COUNTED_STATUSES } from '../calendars/taken-time.domain.ts'

/** A booking as it is stored. */
export type NewSession = {
  id: SessionId
  coachId: UserId
  clientId: ClientId
  title: string
  /** What the client reads instead, when nobody chose a title. */
  clientTitle: string | null
  objective: string | null
  startsAt: EpochMs
  endsAt: EpochMs
  timezone: string
  channel: Channel
  meetingUrl: string | null
  place: string | null
  status: 'requested' | 'confirmed'
}

/** The client a session is booked for, how many of theirs stand or were held, and both sides' name and language. */
export function findBookable(tx: Transaction<DB>, scope: Scope, clientId: ClientId) {
  return tx
    .selectFrom('clients')
    .innerJoin('users as coach', 'coach.id', 'clients.coach_id')
    .leftJoin('users as person', 'person.id', 'clients.user_id')
    .select(['clients.name', 'clients.status', 'coach.name as coachName', 'coach.language as coachLanguage'])
    .select((eb) => eb.fn.coalesce('person.language', 'coach.language').as('language'))
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .whereRef('sessions.client_id', '=', 'clients.id')
        .where('sessions.status', 'in', [...COUNTED_STATUSES, 'proposed'])
        .select(sql<number>`count(*)`.as('count'))
        .$asScalar()
        .$notNull()
        .as('sessions'),
    )
    .where('clients.coach_id', '=', scope.coachId)
    .where('clients.id', '=', clientOf(scope) ?? clientId)
    .where('clients.id', '=', clientId)
    .$if(clientOf(scope) !== undefined, (own) => own.where('clients.id', '=', clientOf(scope)!))
    .executeTakeFirst()
}

/** @throws Refusal `session.overlap` by sessions_no_overlap, the last guard (product §8) */
export async function insertSession(tx: Transaction<DB>, session: NewSession, now: EpochMs): Promise<void> {
  const insert = tx
    .insertInto('sessions')
    .values({
      id: session.id,
      coach_id: session.coachId,
      type: 'Client',
      client_id: session.clientId,
      title: session.title,
      client_title: session.clientTitle,
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
    })
    .execute()
  await refuseViolations({ sessions_no_overlap: 'session.overlap' }, insert)
}
