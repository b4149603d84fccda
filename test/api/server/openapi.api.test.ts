import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#server/http/pages/openapi.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const read = () => app.send({ method: 'GET', url: '/v1/openapi.json' })

test('the document of all calls is made without holding up the others, and once', async () => {
  let turns = 0
  const watch = setInterval(() => (turns += 1), 1)
  const first = await read()
  clearInterval(watch)
  // Made on this thread, the timers would come to a handful of turns.
  expect(turns).toBeGreaterThan(20)
  expect(first.status).toBe(200)
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(first.body).toEqual(JSON.parse(JSON.stringify(openApiDocument(app.deps.config.publicUrl))))
  expect((await read()).bytes.equals(first.bytes)).toBe(true)
})

test('one address reads it thirty times in a minute', async () => {
  app.clock.advance(60_000)
  for (let time = 0; time < 30; time += 1) expect((await read()).status).toBe(200)
  const { status, headers } = await read()
  expect([status, headers['retry-after']]).toEqual([429, '60'])
  app.clock.advance(60_000)
  expect((await read()).status).toBe(200)
})
