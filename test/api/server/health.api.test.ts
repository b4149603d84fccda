import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEEDED_TO_SERVE } from '#server/platform/disk-space.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'

let app: TestApp
let free = NEEDED_TO_SERVE
beforeAll(async () => {
  app = await makeApp({ freeSpace: async () => free })
})
afterAll(() => app.close())

const ready = () => app.send({ method: 'GET', url: '/health/ready' })

test('ready says when the disk is about to take no more, and when it has room again', async () => {
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok' } })
  free = NEEDED_TO_SERVE - 1
  expect(await ready()).toMatchObject({ status: 503, body: { status: 'disk_full' } })
  expect(await app.send({ method: 'GET', url: '/health/live' })).toMatchObject({ status: 200 })
  free = NEEDED_TO_SERVE
  expect(await ready()).toMatchObject({ status: 200 })
})

test('every answer carries its request id, which an error shows as well', async () => {
  const { headers, body } = await app.send({ method: 'GET', url: '/v1/auth/me' })
  expect(headers['x-request-id']).toBe((body as { requestId: string }).requestId)
})
