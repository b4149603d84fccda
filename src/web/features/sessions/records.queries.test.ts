import { afterEach, expect, test, vi } from 'vitest'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { ClientId, SessionId } from '#contract/values.ts'
import { queryClient } from '#web/api/query-client.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { nextOfQuery, savePreparation } from './records.queries.ts'

afterEach(() => vi.unstubAllGlobals())

test('what was saved of a preparation is what somebody who comes back writes on', async () => {
  const key = sessionQuery('one').queryKey
  const before = { id: 'one', title: 'Sesión 3', attendance: [{ personId: 'me' }], preparations: [] }
  queryClient.setQueryData(key, before as unknown as SessionDto)
  const saved = { answers: { focus: 'Mi equipo' }, updatedAt: '2027-02-02T16:00:00.000Z' }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(saved), { status: 200 })))
  await savePreparation('one', saved.answers)
  expect(queryClient.getQueryData(key)).toEqual({ ...before, preparations: [{ personId: 'me', ...saved }] })
  // One that is not on this device is left to be fetched.
  await savePreparation('two', saved.answers)
  expect(queryClient.getQueryData(sessionQuery('two').queryKey)).toBeUndefined()
})

test('the session after one that is being closed is never that one, which may still be under way', () => {
  const { select } = nextOfQuery({ id: 'this' as SessionId, clientId: 'ana' as ClientId, groupId: null })
  const next = (...ids: string[]) =>
    select!({ data: ids.map((id) => ({ id })) } as Parameters<typeof select & {}>[0])
  expect(next('this', 'after')).toEqual({ id: 'after' })
  expect(next('after', 'later')).toEqual({ id: 'after' })
  expect(next('this')).toBeNull()
})
