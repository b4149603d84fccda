import type { Kysely } from 'kysely'
import type { Channel } from '#contract/calendar/calendar.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type { SessionStatus } from '#contract/sessions/sessions.ts'
import type { ClientId, GroupId, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { visibleIn } from './session-scope.repository.ts'

/** A session as the way into its video room sees it. */
export type SessionRoom = {
  id: SessionId
  coachId: UserId
  clientId: ClientId | null
  groupId: GroupId | null
  channel: Channel
  status: SessionStatus
  startsAt: EpochMs
  endsAt: EpochMs
  /** The state of the process of the scope's client; null in a coach's. */
  process: ClientStatus | null
}

/** The session of a scope whose video room somebody asks for. */
export function findSessionRoom(
  db: Kysely<DB>,
  scope: Scope,
  id: SessionId,
): Promise<SessionRoom | undefined> {
  const clientId = clientOf(scope)
  return db
    .selectFrom('sessions as s')
    .where((eb) => visibleIn(eb, scope))
    .where('s.id', '=', id)
    .select(['s.id', 's.coach_id as coachId', 's.client_id as clientId', 's.group_id as groupId'])
    .select(['s.channel', 's.status', 's.starts_at as startsAt', 's.ends_at as endsAt'])
    .select((eb) =>
      eb
        .selectFrom('clients as own')
        .where('own.id', '=', clientId ?? null)
        .select('own.status')
        .as('process'),
    )
    .executeTakeFirst()
}
