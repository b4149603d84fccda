import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { SessionListQuery } from '#contract/sessions/sessions.ts'
import type { CoacheeType } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** Whose sessions: those of a person (their groups' among them), those of a group, or all of a coach's. */
export type SessionsOf = { type: CoacheeType | 'Coach'; itemId: string }

/** What of them is looked for; [from, to) are instants. */
export type SessionFilter = Partial<Pick<SessionListQuery, 'search' | 'from' | 'to'>>

/** The tabs of the list, in the order of product §9. */
export const SESSION_TABS = ['coming', 'toClose', 'past', 'cancelled'] as const
export type SessionTab = (typeof SESSION_TABS)[number]

/** Items of a page (spec §9). */
const PAGE_ITEMS = 10

/** What comes by what is nearest, what has been by what is latest. */
const directionOf = (tab: SessionTab) => (tab === 'coming' || tab === 'toClose' ? 'asc' : 'desc')

type Query = SessionFilter & Partial<Pick<SessionListQuery, 'tab' | 'direction' | 'items' | 'page'>>

function listSessions({ type, itemId }: SessionsOf, query: Query, signal: AbortSignal) {
  switch (type) {
    case 'Client':
      return call('GET /v1/session/Client/:clientId', { params: { clientId: itemId }, query }, { signal })
    case 'Group':
      return call('GET /v1/session/Group/:groupId', { params: { groupId: itemId }, query }, { signal })
    case 'Coach':
      return call('GET /v1/session/coach/:coachId', { params: { coachId: itemId }, query }, { signal })
  }
}

/** The sessions of a tab, page by page. */
export const sessionsOfQuery = (of: SessionsOf, tab: SessionTab, filter: SessionFilter = {}) =>
  infiniteQueryOptions({
    queryKey: queryKey('session', 'of', of.type, of.itemId, tab, filter),
    queryFn: ({ pageParam: page, signal }) =>
      listSessions(of, { ...filter, tab, direction: directionOf(tab), items: PAGE_ITEMS, page }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
  })

/** They come and go with the clock, without anybody doing anything. */
const CLOCK_MS = 60_000
/** Most that are listed of what waits to be closed: more than anybody leaves waiting. */
const MOST_WAITING = 100

/** A coach's sessions that wait to be closed, the oldest first. */
export const toCloseQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'toClose', coachId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/session/coach/:coachId',
        { params: { coachId }, query: { tab: 'toClose', direction: 'asc', items: MOST_WAITING } },
        { signal },
      ),
    refetchInterval: CLOCK_MS,
  })

/** A client's sessions that wait to be rated, the latest first. */
export const toRateQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'toRate', clientId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/session/Client/:clientId',
        { params: { clientId }, query: { toRate: 'true', direction: 'desc', items: MOST_WAITING } },
        { signal },
      ),
    refetchInterval: CLOCK_MS,
  })

/** How many a tab holds. */
export const sessionCountQuery = (of: SessionsOf, tab: SessionTab, filter: SessionFilter = {}) =>
  queryOptions({
    queryKey: queryKey('session', 'count', of.type, of.itemId, tab, filter),
    queryFn: ({ signal }) => listSessions(of, { ...filter, tab, items: 1 }, signal),
    select: ({ total }) => total,
  })
