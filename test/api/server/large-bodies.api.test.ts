import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_FIELDS } from '#contract/field-errors.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newCoach } from '#test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

test('a body full of unknown fields is refused in a short answer', async () => {
  const keys = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`key${index}`, 1]))
  const { status, body, bytes } = await app.send({ method: 'POST', url: '/v1/auth/user', body: keys })
  expect([status, body]).toEqual([422, expect.objectContaining({ code: 'request.invalid' })])
  expect(Object.keys((body as { fields: object }).fields)).toHaveLength(MOST_FIELDS)
  expect(bytes.length).toBeLessThan(20_000)
})

test('nobody has a megabyte read without signing in', async () => {
  const body = { email: 'a'.repeat(200_000), password: 'x' }
  const { status, body: refused } = await app.send({ method: 'POST', url: '/v1/auth/user', body })
  expect([status, refused]).toEqual([413, expect.objectContaining({ code: 'request.too_large' })])
})

test('a closing may be larger: a group of many has many people, each with actions', async () => {
  const { token } = await newCoach(app)
  const send = (url: string, method: 'POST' | 'PUT') =>
    app.send({
      method,
      url,
      token,
      headers: { 'content-type': 'application/json' },
      body: `{}${' '.repeat(500_000)}`,
    })
  const id = '01920000-0000-7000-8000-000000000000'
  expect((await send(`/v1/session/${id}/close`, 'POST')).status).toBe(422)
  expect((await send(`/v1/client/${id}`, 'PUT')).status).toBe(413)
})
