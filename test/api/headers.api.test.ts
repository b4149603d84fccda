import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

test('a page runs no script of others and asks nobody but this server (product §1 D15, D18)', async () => {
  const { headers } = await app.send({ method: 'GET', url: '/v1/countries' })
  const policy = String(headers['content-security-policy']).split(';')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self' ws://127.0.0.1:3000",
      "frame-ancestors 'none'",
    ]),
  )
})
