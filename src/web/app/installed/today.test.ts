import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import { DAY_MS, epochMs, systemClock } from '#time/clock.ts'
import { call } from '#web/api/call.ts'
import { dashboardQuery } from '../dashboard/dashboard.queries.ts'
import { countsToday, fetchToday } from './today.ts'

vi.mock('#web/api/call.ts', () => ({
  call: vi.fn<(route: string) => Promise<unknown>>(),
  readAhead: () => undefined,
}))

const session = (id: string, clientId: string | null = 'c1') => ({
  id,
  type: clientId === null ? 'Group' : 'Client',
  clientId,
  groupId: clientId === null ? 'g1' : null,
})

/** The server, and what it was asked. */
function server(dashboard: Partial<Record<'coach' | 'client', object>>): string[] {
  const asked: string[] = []
  vi.mocked(call).mockImplementation(((
    route: string,
    { params = {} }: { params?: Record<string, string> } = {},
  ) => {
    asked.push(route.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''))
    if (route === 'GET /v1/dashboard') return Promise.resolve(dashboard as Dashboard)
    if (route.startsWith('GET /v1/note/Client'))
      return Promise.resolve({ data: [{ id: 'n1' }], total: 1, page: 1, items: 30 })
    if (route.startsWith('GET /v1/note/Group'))
      return Promise.resolve({ data: [], total: 0, page: 1, items: 30 })
    return Promise.resolve({ id: 'x' })
  }) as never)
  return asked
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
