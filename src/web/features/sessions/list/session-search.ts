import type { CoacheeType } from '#contract/values.ts'
import { addDays, isCalendarDate, startOfDay, type CalendarDate } from '#time/calendar-date.ts'
import { toIso } from '#time/clock.ts'
import { isId } from '#web/paths.ts'
import type { Coachee } from '#web/widgets/people/CoacheeFilter.tsx'
import type { SessionFilter } from './session-list.queries.ts'

/** What a coach looks for among all sessions. All of it is in the URL, so that the back button restores it. */
export type SessionSearch = {
  search: string
  /** One person or group; null for everybody. */
  of: Coachee | null
  from: CalendarDate | null
  /** Included. */
  to: CalendarDate | null
}

/** The longest text that the server searches for. */
export const LONGEST_SEARCH = 120

/** Parses a search from a URL. Invalid values are ignored, so that every URL shows a list. */
export function readSearch(params: URLSearchParams): SessionSearch {
  const [clientId, groupId] = [params.get('clientId'), params.get('groupId')]
  const [from, to] = [dateIn(params, 'from'), dateIn(params, 'to')]
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    of: ofId('Client', clientId) ?? ofId('Group', groupId),
    from,
    to: from !== null && to !== null && to < from ? null : to,
  }
}

/** The URL of a search; what is not asked for is omitted. */
export function writeSearch({ search, of, from, to }: SessionSearch): URLSearchParams {
  return new URLSearchParams({
    ...(search.trim() && { search: search.trim() }),
    ...(of && { [of.type === 'Client' ? 'clientId' : 'groupId']: of.itemId }),
    ...(from && { from }),
    ...(to && { to }),
  })
}

/** The filter of a search as the server takes it: its dates are days in `zone`. */
export function filterOf({ search, from, to }: SessionSearch, zone: string): SessionFilter {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(from && { from: toIso(startOfDay(from, zone)) }),
    ...(to && { to: toIso(startOfDay(addDays(to, 1), zone)) }),
  }
}

function ofId(type: CoacheeType, itemId: string | null): SessionSearch['of'] {
  return itemId !== null && isId(itemId) ? { type, itemId } : null
}

function dateIn(params: URLSearchParams, name: string): CalendarDate | null {
  const text = params.get(name) ?? ''
  return isCalendarDate(text) ? text : null
}
