import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { initialRoot, setToken, useStore } from '#web/store/store.ts'
import { call, readAhead } from './call.ts'
import { earlyAnswersArrived } from './early-answers.ts'
import { queryCache } from './query-cache.ts'

const dashboard = () => new Response(JSON.stringify({ coach: null, client: null }), { status: 200 })
const asked = vi.fn(() => Promise.resolve(dashboard()))

/** Milliseconds since the page has begun. */
let sinceStart = 0

beforeEach(() => {
  sinceStart = 500
  vi.spyOn(performance, 'now').mockImplementation(() => sinceStart)
  asked.mockClear()
  vi.stubGlobal('fetch', asked)
  useStore.setState(initialRoot, true)
  setToken('mine')
})
afterEach(() => {
  globalThis.earlyAnswers = undefined
  vi.unstubAllGlobals()
})

const early = (token: string, answer: Promise<Response>) => {
  answer.catch(() => undefined)
  globalThis.earlyAnswers = { token, answers: { '/v1/dashboard': answer } }
}

test('what the first script asked for is used once, then the server is asked again', async () => {
  early('mine', Promise.resolve(dashboard()))
  expect(await call('GET /v1/dashboard')).toEqual({ coach: null, client: null })
  expect(asked).not.toHaveBeenCalled()
  await call('GET /v1/dashboard')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('an answer for another sign-in is not used', async () => {
  early('theirs', Promise.resolve(dashboard()))
  await call('GET /v1/dashboard')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('after a change nothing from before it is used', async () => {
  early('mine', Promise.resolve(dashboard()))
  await call('POST /v1/auth/logout')
  await call('GET /v1/dashboard')
  expect(asked).toHaveBeenCalledTimes(2)
})

test.each([
  ['live news', () => queryCache.refresh('dashboard')],
  ['a connection that is back', () => queryCache.refreshAll()],
])('after %s nothing from before it is used', async (_, arrive) => {
  const refused = { error: 'No', code: 'payment.required' }
  early('mine', Promise.resolve(new Response(JSON.stringify(refused), { status: 402 })))
  arrive()
  expect(await call('GET /v1/dashboard')).toEqual({ coach: null, client: null })
})

test('what nobody has used in the first half minute of the page is not used later', async () => {
  early('mine', Promise.resolve(dashboard()))
  sinceStart = 30_000
  await call('GET /v1/dashboard')
  expect(asked).toHaveBeenCalledTimes(1)
  early('mine', Promise.resolve(dashboard()))
  sinceStart = 29_999
  await call('GET /v1/dashboard')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('an early refusal and an early failure are those of the call', async () => {
  const refused = { error: 'No', code: 'session.not_found' }
  early('mine', Promise.resolve(new Response(JSON.stringify(refused), { status: 404 })))
  await expect(call('GET /v1/dashboard')).rejects.toMatchObject({ code: 'session.not_found', status: 404 })
  early('mine', Promise.reject(new TypeError('Failed to fetch')))
  await expect(call('GET /v1/dashboard')).rejects.toMatchObject({ code: 'network' })
  expect(asked).not.toHaveBeenCalled()
})

test('an answer that is dropped unread is cancelled, so that it does not hold its connection', async () => {
  const cancelled = vi.fn()
  early('mine', Promise.resolve(new Response(new ReadableStream({ cancel: cancelled }))))
  queryCache.refreshAll()
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledTimes(1))
})

test('an answer that is here in full is what a query begins with, once', async () => {
  early('mine', Promise.resolve(dashboard()))
  expect(readAhead('GET /v1/dashboard')).toBeUndefined()
  await earlyAnswersArrived(150)
  expect(readAhead('GET /v1/dashboard')).toEqual({ coach: null, client: null })
  expect(readAhead('GET /v1/dashboard')).toBeUndefined()
  expect(asked).not.toHaveBeenCalled()
  await call('GET /v1/dashboard')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('an answer that is here in full may also be taken by a call', async () => {
  early('mine', Promise.resolve(dashboard()))
  await earlyAnswersArrived(150)
  expect(await call('GET /v1/dashboard')).toEqual({ coach: null, client: null })
  expect(readAhead('GET /v1/dashboard')).toBeUndefined()
})

test.each([
  ['for another sign-in', () => early('theirs', Promise.resolve(dashboard()))],
  ['that is a refusal', () => early('mine', Promise.resolve(new Response('{}', { status: 404 })))],
  ['that has failed', () => early('mine', Promise.reject(new TypeError('Failed to fetch')))],
  ['that is no JSON', () => early('mine', Promise.resolve(new Response('<p>Hotel</p>')))],
])('no query begins with an answer %s', async (_, arrive) => {
  arrive()
  await earlyAnswersArrived(150)
  expect(readAhead('GET /v1/dashboard')).toBeUndefined()
})

test('no query begins with an answer from before a change', async () => {
  early('mine', Promise.resolve(dashboard()))
  await earlyAnswersArrived(150)
  await call('POST /v1/auth/logout')
  expect(readAhead('GET /v1/dashboard')).toBeUndefined()
})

test('an answer that a query begins with renews the sign-in as any other', async () => {
  const renewing = dashboard()
  renewing.headers.set('x-session-token', 'newer')
  early('mine', Promise.resolve(renewing))
  await earlyAnswersArrived(150)
  readAhead('GET /v1/dashboard')
  expect(useStore.getState().session.token).toBe('newer')
})

test('a screen waits only so long for an answer, which is left to the call', async () => {
  vi.useFakeTimers()
  const late = Promise.withResolvers<Response>()
  early('mine', late.promise)
  const waited = vi.fn()
  void earlyAnswersArrived(150).then(waited)
  await vi.advanceTimersByTimeAsync(149)
  expect(waited).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(waited).toHaveBeenCalledOnce()
  vi.useRealTimers()
  const answered = call('GET /v1/dashboard')
  late.resolve(dashboard())
  expect(await answered).toEqual({ coach: null, client: null })
})
