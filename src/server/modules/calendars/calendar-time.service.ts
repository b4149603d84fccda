import type { ParsedOf } from '#contract/endpoint.ts'
import type { CalendarTime, getCalendarTime as endpoint } from '#contract/calendar/time-blocks.ts'
import { dateOf } from '#time/calendar-date.ts'
import { DAY_MS, epochMs, fromIso } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { listBlocks } from './blocks.repository.ts'
import { presentBlock, presentCalendarTime } from './calendar-time.presenter.ts'
import { memorandumsBetween } from '../memorandums/shown.service.ts'
import { requireCalendar } from './calendars.service.ts'
import { blocksBetween, isEndless } from './endless/endless-blocks.domain.ts'
import { endlessBetween } from './endless/endless-blocks.repository.ts'
import { listExternalTimes } from './imports/external-calendars.repository.ts'
import { holidaysBetween } from './holidays.domain.ts'
import { listOverrides } from './overrides.repository.ts'

const MOST_DAYS = 400

/** GET: what the coach's calendar shows besides sessions, for the dates of [from, to) in the coach's zone. */
export async function getCalendarTime(
  deps: Deps,
  actor: CoachActor,
  query: ParsedOf<typeof endpoint>['query'],
): Promise<CalendarTime> {
  const from = fromIso(query.from)
  const to = fromIso(query.to)
  if (to <= from) throw new Refusal('request.invalid', { to: 'ends_before_start' })
  if (to - from > MOST_DAYS * DAY_MS) throw new Refusal('request.invalid', { to: 'range_over_400_days' })

  const scope = scopeOf(actor)
  const calendar = await requireCalendar(deps, scope)
  const first = dateOf(from, calendar.timezone)
  const last = dateOf(epochMs(to - 1), calendar.timezone)
  const [stored, endless, external, overrides, memorandums] = await Promise.all([
    listBlocks(deps.db, scope, from, to),
    endlessBetween(deps.db, scope, from, to).execute(),
    listExternalTimes(deps.db, scope, from, to),
    listOverrides(deps.db, scope, { from: first, to: last }),
    memorandumsBetween(deps, actor, { from, to }),
  ])
  const blocks = [...stored, ...endless.flatMap((series) => blocksBetween(series, from, to))]
  const forEver = new Set(endless.filter(isEndless).map(({ id }) => id))
  const shown = blocks
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .map((block) => presentBlock(block, block.seriesId !== null && forEver.has(block.seriesId)))
  const holidays = holidaysBetween(first, last)
  return { ...presentCalendarTime(calendar, shown, external, holidays, overrides), memorandums }
}
