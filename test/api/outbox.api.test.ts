import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'
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
})

test('a mail that is not there is no page', async () => {
  expect((await app.send({ method: 'GET', url: '/outbox/none.eml' })).status).toBe(404)
})
