import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

const stored = vi.hoisted(() => new Map<string, string>())
vi.mock('../secure-drafts.ts', () => ({
  KEPT_ANSWERS: 'answers',
  drafts: {
    save: (name: string, value: unknown) => Promise.resolve(!!stored.set(name, JSON.stringify(value))),
    read: (name: string) => Promise.resolve(JSON.parse(stored.get(name) ?? 'null') as unknown),
  },
}))
resetModulesAfterwards()

// Another test file of this worker may have loaded the modules with what is replaced here.
vi.resetModules()
const { useKept } = await import('#web/store/kept.ts')
const { ApiFailure } = await import('../failure.ts')
const { isCutOff, keepAnswers, restoreAnswers } = await import('./kept-answers.ts')

const SPACE = 'coach '
const AT = 1_800_000_000_000
const always = () => true

beforeEach(() => {
  stored.clear()
  useKept.setState({ since: null, text: null })
})

function answered(answers: Record<string, unknown>) {
  const client = new QueryClient()
  for (const [name, data] of Object.entries(answers)) client.setQueryData([name], data, { updatedAt: AT })
  return client
}

// @spec P.204
describe('answers that are kept for times without a connection', () => {
  test('come back as old as they are, and the screen knows since when', async () => {
    await keepAnswers(answered({ dashboard: { next: 's1' }, session: 1 }), SPACE, [
      ['dashboard'],
      ['session'],
      ['nobody'],
    ])
    const client = new QueryClient()
    await restoreAnswers(client, SPACE, always)
    expect(client.getQueryData(['dashboard'])).toEqual({ next: 's1' })
    expect(client.getQueryState(['dashboard'])?.dataUpdatedAt).toBe(AT)
    expect(useKept.getState().since).toBe(AT)
  })

  test('take the place of nothing that is there', async () => {
    await keepAnswers(answered({ dashboard: 'old' }), SPACE, [['dashboard']])
    const client = new QueryClient()
    client.setQueryData(['dashboard'], 'new')
    await restoreAnswers(client, SPACE, always)
    expect(client.getQueryData(['dashboard'])).toBe('new')
    expect(useKept.getState().since).toBeNull()
  })

  test('are of one space of a person, and only those that are still true', async () => {
    await keepAnswers(answered({ dashboard: 1, session: 2 }), SPACE, [['dashboard'], ['session']])
    const client = new QueryClient()
    await restoreAnswers(client, 'client c1', always)
    expect(client.getQueryCache().getAll()).toEqual([])
    await restoreAnswers(client, SPACE, ([subject]) => subject !== 'dashboard')
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([['session']])
  })

  test('that do not fit are left out, the important ones first', async () => {
    const large = 'x'.repeat(600_000)
    await keepAnswers(answered({ a: large, b: large, c: 'small' }), SPACE, [['a'], ['b'], ['c']])
    const client = new QueryClient()
    await restoreAnswers(client, SPACE, always)
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey: [name] }) => name),
    ).toEqual(['a', 'c'])
  })

  test.each([null, 7, [], { v: 2, space: SPACE, answers: [] }, { v: 1, space: SPACE }])(
    'of another release (%j) are left alone',
    async (value) => {
      stored.set('answers', JSON.stringify(value))
      const client = new QueryClient()
      await restoreAnswers(client, SPACE, always)
      expect(client.getQueryCache().getAll()).toEqual([])
    },
  )
})

test('a query is cut off when it has nothing to show because nobody answers', async () => {
  const failed = async (failure: unknown, data?: string) => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    if (data !== undefined) client.setQueryData(['q'], data)
    await client
      .fetchQuery({ queryKey: ['q'], queryFn: () => Promise.reject(failure as Error) })
      .catch(() => undefined)
    return isCutOff(client.getQueryCache().getAll()[0]!)
  }
  expect(await failed(new ApiFailure('network', 0, ''))).toBe(true)
  expect(await failed(new ApiFailure('server.unavailable', 503, ''))).toBe(true)
  expect(await failed(new ApiFailure('session.not_found', 404, ''))).toBe(false)
  expect(await failed(new ApiFailure('network', 0, ''), 'known')).toBe(false)
})
