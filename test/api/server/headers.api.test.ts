import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

// @spec 7.22
test('a page runs no foreign script and sends requests only to this server (product §1 D15, D18)', async () => {
  const { headers } = await app.send({ method: 'GET', url: '/v1/countries' })
  const policy = String(headers['content-security-policy']).split(';')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self' ws://127.0.0.1:3000",
      "frame-ancestors 'none'",
    ]),
  )
})

// @spec P.23
test('a page with inline styles allows them by a nonce that no other response has', async () => {
  const nonces = await Promise.all(
    ['/outbox', '/outbox'].map(async (url) => {
      const { headers, body } = await app.send({ method: 'GET', url })
      const nonce = /style-src 'self' 'nonce-([\w+/=]{24})'(?:;|$)/.exec(
        String(headers['content-security-policy']),
      )?.[1]
      expect(String(body)).toContain(`<style nonce="${nonce}">`)
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(2)
})

// @spec P.23
test('nothing inline is allowed without one', async () => {
  for (const url of ['/v1/countries', '/v1/nothing', '/outbox', '/health/live']) {
    const { headers } = await app.send({ method: 'GET', url })
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe-(?:inline|eval|hashes)/)
  }
})
