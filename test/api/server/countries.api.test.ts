import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_COUNTRY } from '#contract/default-country.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

// @spec 7.19
test('anybody may read the countries with their zones (product §1 D18)', async () => {
  const { status, body } = await app.call('GET /v1/countries', {})
  expect(status).toBe(200)
  expect(body.total).toBe(body.data.length)
  const preset = body.data.find(({ name }) => name.common === DEFAULT_COUNTRY)
  expect(preset).toMatchObject({ cca2: 'MX' })
  expect(preset?.timezones).toContain('America/Mexico_City')
})

test('there is nothing to ask for in particular', async () => {
  expect((await app.send({ method: 'GET', url: '/v1/countries?name=Mexico' })).status).toBe(422)
})
