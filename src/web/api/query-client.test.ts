import { MutationObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { i18n } from './texts/i18n.ts'
import { madeOldBy } from './invalidation.ts'
import { queryCache } from './query-cache.ts'
import { AT_ONCE, queryClient } from './query-client.ts'

// Other files of this process ask real servers.
afterAll(() => {
  vi.unstubAllGlobals()
})

/** The subjects that were made old since the test began. */
let old: unknown[]
/** How each call is answered, in the order of asking. */
let answers: ((response: Response) => void)[]

const done = () => new Response('{}', { status: 200 })
const refusal = (code: string, status: number) =>
  Response.json({ error: 'No.', code, requestId: 'r' }, { status })

const archive = () => call('POST /v1/client/:clientId/archive', { params: { clientId: 'c1' } })
const readAll = (userId: string) => call('PUT /v1/notification/all/:userId/read', { params: { userId } })

async function answered(work: Promise<unknown>, response: Response): Promise<void> {
  answers.shift()!(response)
  await work.catch(() => undefined)
}

beforeAll(async () => {
  await i18n.init({ lng: 'es-MX', resources: {} })
})

beforeEach(() => {
  old = []
  answers = []
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)))
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation((filters) => {
    old.push(filters?.queryKey?.[0])
    return Promise.resolve()
  })
})

test('what a call changed is asked for again, by the table and without its caller', async () => {
  await answered(archive(), done())
  expect(old).toEqual(madeOldBy('POST /v1/client/:clientId/archive'))
})

test('a change whose answer breaks off may have been made', async () => {
  const work = archive()
  await answered(work, new Response('{"id"'))
  await expect(work).rejects.toMatchObject({ code: 'network' })
  expect(old).toEqual(madeOldBy('POST /v1/client/:clientId/archive'))
})

test('what was only read makes nothing old', async () => {
  await answered(call('GET /v1/auth/me'), done())
  await answered(call('POST /v1/auth/recovery/link', { body: { token: 't' } }), done())
  expect(old).toEqual([])
})

test('a call may say that nothing but its own answer follows from it', async () => {
  const params = { userId: 'u1' }
  const body = { colorScheme: 'dark' } as const
  await answered(call('PUT /v1/user/:userId/profile', { params, body }, { quiet: true }), done())
  expect(old).toEqual([])
})

test.each([
  ['client.wrong_state', 409],
  ['client.not_found', 404],
  ['server.error', 500],
])('a refusal with %s says that the screen was old', async (code, status) => {
  await answered(archive(), refusal(code, status))
  expect(old).toEqual(madeOldBy('POST /v1/client/:clientId/archive'))
})

test.each([
  ['request.invalid', 422],
  ['request.too_many', 429],
  ['auth.forbidden', 403],
  ['payment.required', 402],
])('a refusal with %s says nothing of it', async (code, status) => {
  await answered(archive(), refusal(code, status))
  expect(old).toEqual([])
})

/** A change that is shown before the server has answered it. */
const readAtOnce = (userId: string) =>
  new MutationObserver(queryClient, {
    mutationKey: [AT_ONCE, 'notification'],
    mutationFn: () => readAll(userId),
  }).mutate()

test('while later changes are shown and not yet answered, what earlier ones made old waits for the last', async () => {
  const first = readAtOnce('u1')
  const second = readAtOnce('u2')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  await answered(first, done())
  expect(old).toEqual([])
  // Another call in between does not end the waiting.
  const reading = call('GET /v1/auth/me')
  answers.pop()!(done())
  await reading
  expect(old).toEqual([])
  await answered(second, refusal('request.too_many', 429))
  expect(old).toEqual(['notification'])
})

test('changes that are answered at the same moment are followed by the fetching too', async () => {
  const changes = [readAtOnce('u1'), readAtOnce('u2')]
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  for (const answer of answers.splice(0)) answer(done())
  await Promise.all(changes)
  await vi.waitFor(() => expect(old).toEqual(['notification']))
})

test('a change that is asked for twice and sent once is followed by the fetching too', async () => {
  const changes = [readAtOnce('u1'), readAtOnce('u1')]
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers.shift()!(done())
  await Promise.all(changes)
  await vi.waitFor(() => expect(old).toEqual(['notification']))
})

test.each([
  ['live news', () => queryCache.refresh('action', 'notification'), ['action', 'notification']],
  ['everything, after a lost connection,', () => queryCache.refreshAll(), [undefined]],
])('%s waits for changes that are shown and not yet answered', async (_, arrive, fetched) => {
  const change = readAtOnce('u1')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  arrive()
  expect(old).toEqual([])
  await answered(change, refusal('request.too_many', 429))
  expect(old).toEqual(fetched)
})

test('live news is fetched at once while no such change is under way', () => {
  queryCache.refresh('action')
  expect(old).toEqual(['action'])
})
