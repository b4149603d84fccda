import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, epochMs, systemClock } from '#time/clock.ts'
import { dashboardQuery } from '../dashboard/dashboard.queries.ts'
import { countsToday, fetchToday } from './today.ts'

afterEach(() => vi.unstubAllGlobals())

const session = (id: string, clientId: string | null = 'c1') => ({
  id,
  type: clientId === null ? 'Group' : 'Client',
  clientId,
  groupId: clientId === null ? 'g1' : null,
})

/** The server, and what it was asked. */
function server(dashboard: Partial<Record<'coach' | 'client', object>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const path = url.split('?')[0]!
    asked.push(`GET ${path}`)
    return Promise.resolve(new Response(JSON.stringify(answerOf(path, dashboard)), { status: 200 }))
  })
  return asked
}

function answerOf(path: string, dashboard: object): object {
  if (path === '/v1/dashboard') return dashboard
  const page = { total: 1, page: 1, items: 30 }
  if (path.startsWith('/v1/note/Client')) return { data: [{ id: 'n1' }], ...page }
  if (path.startsWith('/v1/note/Group')) return { data: [], ...page }
  return { id: 'x' }
}

// @spec P.204
describe('what is kept of today', () => {
  test('for a coach: the dashboard, each session, its ficha and the pinned notes', async () => {
    const asked = server({ coach: { next: session('s1'), today: [session('s1'), session('s2', null)] } })
    const keys = await fetchToday(new QueryClient(), 'coach')
    expect(asked).toEqual([
      'GET /v1/dashboard',
      'GET /v1/session/s1',
      'GET /v1/session/s1/brief',
      'GET /v1/note/Client/c1',
      'GET /v1/note/n1',
      'GET /v1/session/s2',
      'GET /v1/session/s2/brief',
      'GET /v1/note/Group/g1',
    ])
    expect(keys[0]).toEqual(dashboardQuery.queryKey)
    expect(keys).toHaveLength(asked.length)
  })

  test('for a client: the dashboard and the next session, and nothing of the coach', async () => {
    const asked = server({ client: { next: session('s1') } })
    await fetchToday(new QueryClient(), 'client')
    expect(asked).toEqual(['GET /v1/dashboard', 'GET /v1/session/s1'])
  })

  test('of many sessions, the first eight; and nothing is asked twice in a row', async () => {
    const many = Array.from({ length: 20 }, (_, at) => session(`s${at}`))
    const asked = server({ coach: { next: null, today: many } })
    const client = new QueryClient()
    await fetchToday(client, 'client')
    expect(asked).toHaveLength(9)
    await fetchToday(client, 'client')
    expect(asked).toHaveLength(9)
  })

  test('a dashboard says "today", and is not shown on another day; a session is', () => {
    const counts = countsToday('America/Mexico_City')
    const now = systemClock.now()
    const yesterday = epochMs(now - DAY_MS)
    expect(counts(dashboardQuery.queryKey, now)).toBe(true)
    expect(counts(dashboardQuery.queryKey, yesterday)).toBe(false)
    expect(counts(['session', 'one', 's1'], yesterday)).toBe(true)
  })
})
