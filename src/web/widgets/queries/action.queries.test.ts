import { MutationObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ActionDto, ActionStatus } from '#contract/actions/actions.ts'
import { i18n } from '#web/api/texts/i18n.ts'
import { queryClient } from '#web/api/query-client.ts'
import { statusChange, actionsQuery } from './action.queries.ts'

// Other files of this process ask real servers.
afterAll(() => {
  vi.unstubAllGlobals()
})

const action = (id: string) =>
  ({
    id,
    clientId: 'c1',
    status: 'pending',
    overdue: true,
    allowedStatuses: ['done'],
  }) as unknown as ActionDto

const openList = actionsQuery('c1', 'open').queryKey

const statuses = () =>
  (queryClient.getQueryData(openList)?.pages ?? []).flatMap(({ data }) => data.map(({ status }) => status))

const move = (of: ActionDto, status: ActionStatus) =>
  new MutationObserver(queryClient, statusChange).mutate({ action: of, status })

/** The requests, and how each is answered. */
let asked: { body: string; answer: (response: Response) => void }[] = []

const accepted = () => Response.json({ id: 'a1', status: 'done' })
const refused = () =>
  Response.json({ error: 'No se puede.', code: 'action.wrong_state', requestId: 'r' }, { status: 409 })

beforeAll(async () => {
  await i18n.init({ lng: 'es-MX', resources: {} })
})

beforeEach(() => {
  asked = []
  vi.stubGlobal(
    'fetch',
    (_url: string, init: RequestInit) =>
      new Promise<Response>((answer) => asked.push({ body: init.body as string, answer })),
  )
  queryClient.clear()
  queryClient.setQueryData(openList, {
    pageParams: [1],
    pages: [{ data: [action('a1'), action('a2')], total: 2, page: 1, items: 100, canAdd: true }],
  })
})

test('a tick shows before the server answers', async () => {
  const ticked = move(action('a1'), 'done')
  await expect.poll(() => statuses()).toEqual(['done', 'pending'])
  await expect.poll(() => asked).toHaveLength(1)
  asked[0]!.answer(accepted())
  await ticked
  expect(statuses()).toEqual(['done', 'pending'])
})

test('a refused tick rolls back only itself', async () => {
  const first = move(action('a1'), 'done')
  const second = move(action('a2'), 'done')
  await expect.poll(() => statuses()).toEqual(['done', 'done'])
  asked[0]!.answer(refused())
  await expect(first).rejects.toThrow('action.wrong_state')
  expect(statuses()).toEqual(['pending', 'done'])
  await expect.poll(() => asked).toHaveLength(2)
  asked[1]!.answer(accepted())
  await second
})

test('status changes of one action are sent one after the other', async () => {
  const ticked = move(action('a1'), 'done')
  const back = move(action('a1'), 'pending')
  await expect.poll(() => asked.map(({ body }) => body)).toEqual(['{"status":"done"}'])
  asked[0]!.answer(accepted())
  await ticked
  await expect
    .poll(() => asked.map(({ body }) => body))
    .toEqual(['{"status":"done"}', '{"status":"pending"}'])
  asked[1]!.answer(accepted())
  await back
  expect(statuses()).toEqual(['pending', 'pending'])
})
