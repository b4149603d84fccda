import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PushSubscriptionBody } from '#contract/account/push.ts'
import { type PushService, startPushService } from '#test/support/fakes/push-service.ts'
import { MINUTE_MS, fixedClock, systemClock } from '#time/clock.ts'
import { PushFailure, PushRefused } from './push-failures.ts'
import { createPush } from './push.ts'
import { newVapidKey, vapidKeysOf } from './vapid.ts'

const clock = fixedClock(systemClock.now())
let service: PushService
beforeAll(async () => {
  service = await startPushService(clock)
})
afterAll(() => service.close())

const flat = ({ endpoint, keys }: PushSubscriptionBody) => ({ endpoint, ...keys })
const how = { ttlSeconds: 60, urgency: 'high', topic: 'topic' } as const
const send = (to: PushSubscriptionBody, payload: unknown = {}) =>
  service.push.send(flat(to), JSON.stringify(payload), how)

// @spec P.200
test('a push is encrypted for its browser and signed by our key (RFC 8291, 8292)', async () => {
  const browser = service.browser()
  const payload = { title: 'Sesión en 3 horas · ñandú 🧭' }
  expect(await send(browser.subscription, payload)).toBe('sent')
  expect(browser.taken).toEqual([{ topic: 'topic', ttl: 60, urgency: 'high', payload }])
})

test.each([404, 410])('a subscription that has ended (%i) is gone', async (status) => {
  const browser = service.browser()
  browser.answer(status)
  expect(await send(browser.subscription)).toBe('gone')
})

test.each([500, 502, 503])('a service that fails (%i) may be asked again', async (status) => {
  const browser = service.browser(`fails-${status}.example`)
  browser.answer(status)
  await expect(send(browser.subscription)).rejects.toThrow(PushFailure)
  browser.answer(201)
  expect(await send(browser.subscription)).toBe('sent')
})

test.each([400, 403, 302])('what is refused (%i) is not tried again', async (status) => {
  const browser = service.browser()
  browser.answer(status, { location: 'https://push.example/other' })
  const failure = await send(browser.subscription).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PushRefused)
})

test('what is too large is refused by the service, once', async () => {
  const browser = service.browser()
  const failure = await send(browser.subscription, { text: 'x'.repeat(5_000) }).catch(
    (error: unknown) => error,
  )
  expect(String(failure)).toContain('413')
  expect(failure).toBeInstanceOf(PushRefused)
})

test('a service that asks for patience gets it for all its browsers, and other services go on', async () => {
  const host = 'busy.example'
  const [first, second] = [service.browser(host), service.browser(host)]
  first.answer(429, { 'retry-after': '120' })
  await expect(send(first.subscription)).rejects.toThrow(PushFailure)
  first.answer(201)
  for (const browser of [first, second]) {
    await expect(send(browser.subscription)).rejects.toThrow(PushFailure)
  }
  expect([first.tries(), second.tries()]).toEqual([1, 0])
  expect(await send(service.browser().subscription)).toBe('sent')
  clock.advance(2 * MINUTE_MS)
  expect(await send(first.subscription)).toBe('sent')
  expect(await send(second.subscription)).toBe('sent')
})

test.each([
  ['fails', () => Promise.reject(new Error('EAI_AGAIN'))],
  ['hangs', () => new Promise<never>(() => undefined)],
])('while the resolver %s, a push may be sent later', async (_, resolve) => {
  const keys = vapidKeysOf(newVapidKey())!
  const push = createPush({ keys, subject: 'mailto:a@correo.example', clock, resolve, timeoutMs: 20 })
  const failure = push.send(flat(service.browser().subscription), '{}', how)
  await expect(failure).rejects.toThrow(PushFailure)
})

describe('what could not be a push service', () => {
  const { keys } = { keys: vapidKeysOf(newVapidKey())! }
  const push = createPush({
    keys,
    subject: 'mailto:a@correo.example',
    clock,
    resolve: (host) =>
      Promise.resolve(host === 'intranet.example' ? [{ address: '10.0.0.7', family: 4 }] : []),
    request: () => {
      throw new Error('A connection was made')
    },
  })
  const good = () => flat(service.browser().subscription)

  test.each([
    'http://push.example/a',
    'https://ana:secreta@push.example/a',
    'https://push.example:22/a',
    'https://127.0.0.1/a',
    'https://0x7f.1/a',
    'https://[::1]:8443/a',
    'ftp://push.example/a',
    '/a',
  ])('%s is not accepted, and gone if it was', async (endpoint) => {
    expect(push.accepts({ ...good(), endpoint })).toBe(false)
    expect(await push.send({ ...good(), endpoint }, '{}', how)).toBe('gone')
  })

  test.each(['https://intranet.example/a', 'https://nobody.example/a'])(
    '%s is never connected to',
    async (endpoint) => {
      await expect(push.send({ ...good(), endpoint }, '{}', how)).rejects.toThrow(PushFailure)
    },
  )

  test('keys that do not encrypt are not accepted', () => {
    const { endpoint, p256dh, auth } = good()
    expect(push.accepts({ endpoint, p256dh, auth })).toBe(true)
    // Not on the curve, compressed, too short.
    for (const wrong of [`B${'A'.repeat(86)}`, p256dh.slice(0, 44), 'AAAA']) {
      expect([wrong, push.accepts({ endpoint, p256dh: wrong, auth })]).toEqual([wrong, false])
    }
    expect(push.accepts({ endpoint, p256dh, auth: 'AAAA' })).toBe(false)
  })
})
