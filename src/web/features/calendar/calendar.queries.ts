import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { CalendarSettings } from '#contract/calendar.ts'
import { addDays, startOfDay, type CalendarDate } from '#time/calendar-date.ts'
import { toIso } from '#time/clock.ts'
import { call } from '#web/api/call.ts'
import { queryClient, queryKey, refresh } from '#web/api/query.ts'
import { calendarQuery } from '#web/widgets/calendar.queries.ts'
import type { Viewer } from '#web/widgets/viewer.ts'

/** The sessions of the week that opens on `weekStart` in the viewer's zone: the coach's all, or the client's own. */
export const weekSessionsQuery = ({ side, coachId, clientId, timezone }: Viewer, weekStart: CalendarDate) => {
  const query = {
    from: toIso(startOfDay(weekStart, timezone)),
    to: toIso(startOfDay(addDays(weekStart, 7), timezone)),
    items: 100,
  }
  return queryOptions({
    queryKey: queryKey('session', 'week', side === 'coach' ? coachId : clientId, query.from, query.to),
    queryFn: ({ signal }) =>
      side === 'coach'
        ? call('GET /v1/session/coach/:coachId', { params: { coachId }, query }, { signal })
        : call(
            'GET /v1/session/Client/:clientId',
            { params: { clientId: clientId ?? '' }, query },
            { signal },
          ),
    placeholderData: keepPreviousData,
  })
}

/** Saves what changed; what is offered to clients changes with it. */
export function useSaveCalendar(coachId: string) {
  return useMutation({
    mutationFn: (changes: Partial<CalendarSettings>) =>
      call('PUT /v1/coach/recurring-calendar/:coachId', { params: { coachId }, body: changes }),
    onSuccess: (calendar) => {
      queryClient.setQueryData(calendarQuery(coachId).queryKey, calendar)
      void refresh('calendar', 'dashboard')
    },
  })
}
