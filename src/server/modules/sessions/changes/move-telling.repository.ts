import { type Kysely, sql } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import { TIME_EVENTS, type TimeEvent } from './move-telling.domain.ts'

/**
 * What told or changed a session's time, oldest first; for one client, since their invitation, whose mail shows their
 * next session. The product reads it for a timer, so there is no scope.
 */
export function listTimeEvents(db: Kysely<DB>, id: SessionId): Promise<TimeEvent[]> {
  return db
    .selectFrom('domain_events as e')
    .innerJoin('sessions as s', (join) => join.on('s.id', '=', id))
    .leftJoin('clients as c', 'c.id', 's.client_id')
    .where('e.subject_id', '=', id)
    .where('e.type', 'in', TIME_EVENTS)
    .where((eb) => eb.or([eb('c.invited_at', 'is', null), eb('e.occurred_at', '>=', eb.ref('c.invited_at'))]))
    .orderBy('e.occurred_at')
    .orderBy('e.id')
    .select(['e.type', 'e.payload'])
    .select(
      // The first of a series tells of all that moved with it; a session may have left their series since.
      sql<boolean>`e.payload->>'seriesId' is not null and exists (
        select from sessions other
        join domain_events first on first.subject_id = other.id and first.occurred_at = e.occurred_at
        where other.series_id in ((e.payload->>'seriesId')::uuid, s.series_id)
          and first.type = e.type and not first.payload ? 'quiet'
      )`.as('toldOfSeries'),
    )
    .$castTo<TimeEvent>()
    .execute()
}
