import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newClient, newCoach, signedUpCoach } from '#test/support/people.ts'
import { OFFERED, book, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const page = async (url: string) => String((await app.send({ method: 'GET', url })).body)

test('the page of mails lists them, and shows each with its calendar file, as text alone', async () => {
  expect(await page('/outbox')).toContain('<p>Todavía no hay correos.</p>')
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const { id } = await made(book(app, coach, client, OFFERED, { objective: '<script>alert(1)</script>' }))
  await app.settle()
  const list = await page('/outbox')
  expect(list).toContain('<h1>Correos de este equipo</h1>')
  const [mail] = (await app.mails(client.email)).filter(({ subject }) => subject.includes('agendó'))
  expect(list).toContain(`<a href="/outbox/${mail!.file}">`)
  const shown = await page(`/outbox/${mail!.file}`)
  expect(shown).toContain('Todos los correos')
  expect(shown).toContain('<h2>Archivo de calendario (REQUEST)</h2>')
  expect(shown).toMatch(new RegExp(`BEGIN:VCALENDAR[^]*UID:${id}@`))
  expect(shown).not.toContain('<script>')
  for (const url of ['/outbox', `/outbox/${mail!.file}`]) {
    expect((await app.send({ method: 'GET', url })).headers['cache-control']).toBe('no-store')
  }
})

test('a mail that is not there is no page', async () => {
  expect((await app.send({ method: 'GET', url: '/outbox/none.eml' })).status).toBe(404)
})

// @spec P.22
test.each([
  ['another name that leads here', { host: 'rebound.example:3000' }],
  ['a proxy', { 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy of another kind', { forwarded: 'for=127.0.0.1' }],
])('the page of mails and the test payment answer nobody by way of %s', async (_way, headers) => {
  const coach = await signedUpCoach(app, { paid: false })
  const plan = { planId: 'monthly', method: 'card' } as const
  const { body } = await app.call('POST /v1/payment/checkout', { body: plan }, coach.token)
  const checkout = `/v1/payment/sandbox/${body.checkoutId}`
  const [mail] = await app.mails(coach.email)
  for (const url of ['/outbox', `/outbox/${mail!.file}`, checkout]) {
    expect((await app.send({ method: 'GET', url })).status).toBe(200)
    expect((await app.send({ method: 'GET', url, headers })).status).toBe(404)
  }
  const settle = { method: 'POST', url: checkout, body: { outcome: 'success' } } as const
  expect((await app.send({ ...settle, headers })).status).toBe(404)
  expect((await app.send(settle)).status).toBe(200)
})

test('in production the test payment that was allowed is for everybody', async () => {
  const live = await makeApp({ env: { PUBLIC_URL: 'https://norte.example', ALLOW_SANDBOX: 'yes' } })
  const coach = await newCoach(live, { paid: false })
  const plan = { planId: 'monthly', method: 'card' } as const
  const { body } = await live.call('POST /v1/payment/checkout', { body: plan }, coach.token)
  const headers = { 'host': 'norte.example', 'x-forwarded-for': '203.0.113.9' }
  const url = `/v1/payment/sandbox/${body.checkoutId}`
  expect((await live.send({ method: 'GET', url, headers })).status).toBe(200)
  expect((await live.send({ method: 'GET', url: '/outbox' })).status).toBe(404)
  await live.close()
})
