import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { CalendarDto, CalendarSettings } from '#contract/calendar/calendar.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { addDays, startOfDay } from '#time/calendar-date.ts'
import { DAY_MS, epochMs, toIso, type EpochMs } from '#time/clock.ts'
import { call, readAhead, type Input } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import type { Viewer } from '#web/store/viewer.ts'
import type { Days } from './calendar-view.ts'

/** The most a page of sessions holds. */
const PAGE = 100

/** How far the list of coming holidays and blocks looks; the most the call answers (contract). */
const AHEAD_DAYS = 400

/** Every session of some days in the viewer's zone: the coach's all, or the client's own. */
export const sessionsQuery = (viewer: Viewer, days: Days) => {
  const range = {
    from: toIso(startOfDay(days.from, viewer.timezone)),
    to: toIso(startOfDay(days.to, viewer.timezone)),
  }
  const { side, coachId } = viewer
  return queryOptions({
    queryKey: queryKey('session', 'days', side, viewer.clientId ?? coachId, range),
    queryFn: async ({ signal }) => {
      const sessions: SessionListItem[] = []
      for (let page = 1; ; page += 1) {
        const { data, total } = await pageOf(viewer, { ...range, items: PAGE, page }, signal)
        sessions.push(...data)
        if (data.length === 0 || sessions.length >= total) return sessions
      }
    },
    initialData: () => {
      if (side !== 'coach') return undefined
      const query = { ...range, items: PAGE, page: 1 }
      const first = readAhead('GET /v1/session/coach/:coachId', { params: { coachId }, query })
      return first && first.data.length >= first.total ? first.data : undefined
    },
    placeholderData: keepPreviousData,
  })
}

function pageOf({ side, coachId, clientId }: Viewer, query: object, signal: AbortSignal) {
  return side === 'coach'
    ? call('GET /v1/session/coach/:coachId', { params: { coachId }, query }, { signal })
    : call('GET /v1/session/Client/:clientId', { params: { clientId: clientId ?? '' }, query }, { signal })
}

/** What a coach's calendar shows beside sessions. It begins a day early: a night goes on into the first day. */
export const calendarTimeQuery = ({ coachId, timezone }: Viewer, days: Days) =>
  timeQuery(coachId, startOfDay(addDays(days.from, -1), timezone), startOfDay(days.to, timezone))

/** Coming holidays and blocks. */
export const comingTimeQuery = ({ coachId, timezone }: Viewer, today: Days['from']) => {
  const from = startOfDay(today, timezone)
  return timeQuery(coachId, from, epochMs(from + AHEAD_DAYS * DAY_MS))
}

function timeQuery(coachId: string, from: EpochMs, to: EpochMs) {
  const query = { from: toIso(from), to: toIso(to) }
  const asked = { params: { coachId }, query }
  return queryOptions({
    queryKey: queryKey('calendar', 'time', coachId, query),
    queryFn: ({ signal }) => call('GET /v1/coach/calendar-time/:coachId', asked, { signal }),
    initialData: () => readAhead('GET /v1/coach/calendar-time/:coachId', asked),
    placeholderData: keepPreviousData,
  })
}

/** A client's open actions, those that are due first. */
export const dueActionsQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('action', 'due', clientId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/action/Client/:clientId',
        { params: { clientId }, query: { status: 'open', items: PAGE } },
        { signal },
      ),
    select: ({ data }) => data,
  })

/** Why a start is not offered. */
export const whyNotQuery = (coachId: string, start: EpochMs, minutes: number) =>
  queryOptions({
    queryKey: queryKey('calendar', 'why', coachId, start, minutes),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/coach/availability/why/:coachId',
        { params: { coachId }, query: { startsAt: toIso(start), duration: minutes } },
        { signal },
      ),
    staleTime: 0,
  })

/** Shows the changed settings of a calendar at once. */
function showCalendar(coachId: string, calendar: CalendarDto): void {
  queryClient.setQueryData(calendarQuery(coachId).queryKey, calendar)
}

/** Saves what changed. */
export function useSaveCalendar(coachId: string) {
  return useMutation({
    mutationFn: (changes: Partial<CalendarSettings>) =>
      call('PUT /v1/coach/recurring-calendar/:coachId', { params: { coachId }, body: changes }),
    onSuccess: (calendar) => showCalendar(coachId, calendar),
  })
}

type Override = Input<'PUT /v1/coach/availability/days/:coachId'>['body']

/** Overrides the hours of days, closes them, or restores the week's. */
export function useSaveOverride(coachId: string) {
  return useMutation({
    mutationFn: (body: Override) =>
      call('PUT /v1/coach/availability/days/:coachId', { params: { coachId }, body }),
    onSuccess: (calendar) => showCalendar(coachId, calendar),
  })
}

type NewBlock = Input<'POST /v1/coach/block/:coachId'>['body']
type ChangedBlock = Input<'PUT /v1/coach/block/:coachId/:blockId'>['body']
type DeletedBlock = Input<'DELETE /v1/coach/block/:coachId/:blockId'>['query']

export function useCreateBlock(coachId: string) {
  return useMutation({
    mutationFn: (body: NewBlock) => call('POST /v1/coach/block/:coachId', { params: { coachId }, body }),
  })
}

export function useChangeBlock(coachId: string) {
  return useMutation({
    mutationFn: ({ blockId, ...body }: ChangedBlock & { blockId: string }) =>
      call('PUT /v1/coach/block/:coachId/:blockId', { params: { coachId, blockId }, body }),
  })
}

export function useDeleteBlock(coachId: string) {
  return useMutation({
    mutationFn: ({ blockId, ...query }: DeletedBlock & { blockId: string }) =>
      call('DELETE /v1/coach/block/:coachId/:blockId', { params: { coachId, blockId }, query }),
  })
}

/** Blocks again what was given back with a block: the undo of the toast, which outlives the dialog it came from. */
export function useRestoreBlock(coachId: string) {
  return useMutation({
    mutationFn: (blockId: string) =>
      call('POST /v1/coach/block/:coachId/:blockId/restore', { params: { coachId, blockId } }),
    onError: (failure) => showFailure(failure),
  })
}
