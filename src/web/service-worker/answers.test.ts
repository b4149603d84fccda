import { describe, expect, test } from 'vitest'
import { freshOrCached, isScreen } from './answers.ts'

const answer = (status: number, text = '') => new Response(text, { status })
const never = () => new Promise<never>(() => undefined)
const kept = () => Promise.resolve(answer(200, 'kept'))
const textOf = async (given: Parameters<typeof freshOrCached>[0]) => (await freshOrCached(given)).text()

// @spec P.208
describe('a page', () => {
  test('is the server’s, while it answers', async () => {
    expect(await textOf({ fetch: async () => answer(200, 'fresh'), cached: kept, patience: never })).toBe(
      'fresh',
    )
  })

  test.each<[string, () => Promise<Response>]>([
    ['the network fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server behind a proxy is away', async () => answer(502, 'proxy')],
  ])('is the stored one when %s', async (_, fetch) => {
    expect(await textOf({ fetch, cached: kept, patience: never })).toBe('kept')
  })

  test('is the stored one when the network takes too long', async () => {
    expect(await textOf({ fetch: never, cached: kept, patience: () => Promise.resolve() })).toBe('kept')
  })

  test('that is not stored is whatever the network says, however late', async () => {
    let give: (response: Response) => void = () => undefined
    const fetch = () => new Promise<Response>((resolve) => (give = resolve))
    const cached = () => {
      give(answer(503, 'away'))
      return Promise.resolve(undefined)
    }
    expect(await textOf({ fetch, cached, patience: () => Promise.resolve() })).toBe('away')
    const failing = freshOrCached({
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
      cached: () => Promise.resolve(undefined),
      patience: never,
    })
    await expect(failing).rejects.toThrow('Failed to fetch')
  })

  test('that was missing on the server stays missing', async () => {
    expect(
      (await freshOrCached({ fetch: async () => answer(404), cached: kept, patience: never })).status,
    ).toBe(404)
  })
})

test('only screens are answered: not the API, files, or pages of the server itself', () => {
  for (const path of ['/', '/dashboard', '/session/brief/1', '/v1x'])
    expect([path, isScreen(path)]).toEqual([path, true])
  for (const path of [
    '/v1/auth/me',
    '/v1',
    '/health/live',
    '/metrics',
    '/outbox',
    '/outbox/1',
    '/favicon.svg',
    '/assets/a',
    '/locales/x',
  ])
    expect([path, isScreen(path)]).toEqual([path, false])
})
