import type { RawBuilder } from 'kysely'
import type { UserId } from '#contract/values.ts'
import { type CalendarDate, earliestDate, latestDate } from '#time/calendar-date.ts'
import { type EpochMs, MINUTE_MS, epochMs, toIso } from '#time/clock.ts'
import type { TimestampParam } from '#server/db/columns.ts'
import { SESSION_MINUTES } from '#contract/sessions/session-minutes.ts'
import { type Slots, timestampSlot, valuesAsSlots } from '#server/platform/postgres/compiled-query.ts'
import type { CoachScope } from '#server/policy/scope.ts'
import { expiredSince } from '../inviting/invitation-validity.domain.ts'
import { quietSince } from './rhythm.domain.ts'

/** What a query about all clients of a practice at one instant depends on; instants as ISO text. */
export type PracticeValues = {
  coachId: UserId
  now: string
  expiredSince: string
  quietSince: string
  /** A session that has not ended yet started after this. */
  earliestStart: string
  /** What was due before this date is overdue in every zone. */
  overdueEverywhere: CalendarDate
  /** What is due on this date or later is overdue in no zone. */
  overdueNowhere: CalendarDate
}

/** The same as parts of a query. */
export type Practice = {
  coachId: RawBuilder<UserId>
  now: RawBuilder<TimestampParam>
  expiredSince: RawBuilder<TimestampParam>
  quietSince: RawBuilder<TimestampParam>
  earliestStart: RawBuilder<TimestampParam>
  overdueEverywhere: RawBuilder<CalendarDate>
  overdueNowhere: RawBuilder<CalendarDate>
}

export function practiceValues({ coachId }: CoachScope, now: EpochMs): PracticeValues {
  return {
    coachId,
    now: toIso(now),
    expiredSince: toIso(expiredSince(now)),
    quietSince: toIso(quietSince(now)),
    earliestStart: toIso(epochMs(now - SESSION_MINUTES.max * MINUTE_MS)),
    overdueEverywhere: earliestDate(now),
    overdueNowhere: latestDate(now),
  }
}

/** For a compiled query. */
export function practiceSlots(slots: Slots<PracticeValues>): Practice {
  return {
    coachId: slots.coachId,
    now: timestampSlot(slots.now),
    expiredSince: timestampSlot(slots.expiredSince),
    quietSince: timestampSlot(slots.quietSince),
    earliestStart: timestampSlot(slots.earliestStart),
    overdueEverywhere: slots.overdueEverywhere,
    overdueNowhere: slots.overdueNowhere,
  }
}

/** For a query that is built each time. */
export function practiceAt(scope: CoachScope, now: EpochMs): Practice {
  return practiceSlots(valuesAsSlots(practiceValues(scope, now)))
}
