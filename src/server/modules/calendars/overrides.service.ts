import type { Transaction } from 'kysely'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { CalendarDto, putOverrides as putOverridesEndpoint } from '#contract/calendar/calendar.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { answerCalendar, lockCalendar, recordCalendarChange } from './calendars.service.ts'
import { overrideErrors } from './overrides.domain.ts'
import * as overrides from './overrides.repository.ts'

/**
 * PUT: other hours on a range of dates, an empty list to close them, or null for the weekly hours again (product §8). An
 * edited range comes with its dates of before, which are given back in the same transaction.
 */
export async function putOverrides(
  deps: Deps,
  actor: CoachActor,
  { windows, instead, ...range }: ParsedOf<typeof putOverridesEndpoint>['body'],
): Promise<CalendarDto> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx: Transaction<DB>) => {
    const calendar = await lockCalendar(tx, scope)
    const now = deps.clock.now()
    const errors = overrideErrors(range, dateOf(now, calendar.timezone))
    if (Object.keys(errors).length > 0) throw new Refusal('request.invalid', errors)
    if (instead) await overrides.removeOverrides(tx, scope, instead)
    if (windows === null) await overrides.removeOverrides(tx, scope, range)
    else await overrides.replaceOverrides(tx, scope, range, windows, now)
    await recordCalendarChange(deps, tx, actor)
    return answerCalendar(deps, tx, scope, calendar)
  })
}
