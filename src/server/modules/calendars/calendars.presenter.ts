import type { CalendarDto, WhyNot } from '#contract/calendar/calendar.ts'
import { toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import type { Calendar } from './calendars.domain.ts'
import { inTheWayOf } from './taken/taken-time.domain.ts'
import type { Explanation } from './why-not.domain.ts'

export function presentCalendar(calendar: Calendar, overrides: CalendarDto['overrides']): CalendarDto {
  const { reviewedAt: _reviewed, offersNorte: _offers, updatedAt, ...settings } = calendar
  return { ...settings, overrides, updatedAt: toWire(updatedAt) }
}

/** Why a start is not offered; only for the coach, because it contains titles. */
export function presentWhyNot({ texts }: Deps, explanation: Explanation | null, { language }: Actor): WhyNot {
  if (!explanation) return { code: null, inTheWay: null, side: null, holiday: null }
  const { inTheWay } = explanation
  return { ...explanation, inTheWay: inTheWay && inTheWayOf(inTheWay, language, texts) }
}
