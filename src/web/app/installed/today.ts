import { type QueryClient, type QueryKey, hashKey } from '@tanstack/react-query'
import type { Dashboard } from '#contract/dashboard.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { dateOf } from '#time/calendar-date.ts'
import { type EpochMs, MINUTE_MS, systemClock } from '#time/clock.ts'
import { briefQuery } from '#web/features/sessions/records.queries.ts'
import { noteQuery, notesQuery } from '#web/widgets/notes/note.queries.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { dashboardQuery } from '../dashboard/dashboard.queries.ts'

/** What was fetched sooner is not fetched again for keeping it. */
const FRESH_MS = 5 * MINUTE_MS

/** Of more sessions on one day nobody reads every ficha on the way. */
const MOST_SESSIONS = 8

/** The sessions that a person reads about on the way there: today's, and the next one. */
function sessionsOf({ coach, client }: Dashboard): SessionListItem[] {
  const next = (coach ?? client)?.next
  const all = [...(next ? [next] : []), ...(coach?.today ?? [])]
  return [...new Map(all.map((session) => [session.id, session])).values()].slice(0, MOST_SESSIONS)
}

/**
 * Fetches what is read of today: the dashboard, its sessions, and for a coach the ficha of each with the pinned notes.
 * One after the other, for nobody waits for it. @returns the keys, the most important first
 */
export async function fetchToday(client: QueryClient, side: 'coach' | 'client'): Promise<QueryKey[]> {
  const dashboard = await client.fetchQuery({ ...dashboardQuery, staleTime: FRESH_MS, retry: false })
  const keys: QueryKey[] = [dashboardQuery.queryKey]
  for (const { id, type, clientId, groupId } of sessionsOf(dashboard)) {
    const session = sessionQuery(id)
    await client.prefetchQuery({ ...session, staleTime: FRESH_MS, retry: false })
    keys.push(session.queryKey)
    if (side === 'client') continue
    const brief = briefQuery(id)
    await client.prefetchQuery({ ...brief, staleTime: FRESH_MS, retry: false })
    keys.push(brief.queryKey, ...(await fetchPinned(client, type, clientId ?? groupId ?? '')))
  }
  return [...keys, ...shownDays(client)]
}

async function fetchPinned(
  client: QueryClient,
  type: 'Client' | 'Group',
  itemId: string,
): Promise<QueryKey[]> {
  const list = notesQuery({ type, itemId }, { pinned: 'true' })
  const fresh = { staleTime: FRESH_MS, retry: false }
  await client.prefetchInfiniteQuery({ ...list, ...fresh })
  const notes = client.getQueryData(list.queryKey)?.pages.flatMap(({ data }) => data) ?? []
  for (const { id } of notes) await client.prefetchQuery({ ...noteQuery(id), ...fresh })
  return [list.queryKey, ...notes.map(({ id }) => noteQuery(id).queryKey)]
}

/** The days of the calendar that were looked at: they say themselves which days they are. */
function shownDays(client: QueryClient): QueryKey[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(
      ({ queryKey: [subject, what] }) => subject === 'calendar' || (subject === 'session' && what === 'days'),
    )
    .map(({ queryKey }) => queryKey)
}

/** Whether a kept answer is still true: a dashboard says "today", and was kept on another day. */
export function countsToday(timezone: string): (key: QueryKey, at: EpochMs) => boolean {
  const dashboard = hashKey(dashboardQuery.queryKey)
  const dayOf = (at: EpochMs) => dateOf(at, timezone)
  return (key, at) => hashKey(key) !== dashboard || dayOf(at) === dayOf(systemClock.now())
}
