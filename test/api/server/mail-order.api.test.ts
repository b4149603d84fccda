import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fireTimers } from '#server/effects/timer-commands.ts'
import { DAY_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { formOf } from '#test/support/forms.ts'
import { newClient, newCoach, newEmail } from '#test/support/people.ts'
import { OFFERED, ask } from '#test/support/sessions.ts'

const LIMIT = 3

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { MAILS_PER_COACH_PER_DAY: String(LIMIT) } })
  await app.startTest()
})
afterAll(() => app.close())

/** The addresses that mails leave for until nothing waits, in order. */
async function leaving(): Promise<string[]> {
  // A recovery is asked for by a timer.
  await fireTimers(app.deps)
  const send = vi.spyOn(app.deps.mailer, 'send')
  await app.settle()
  const addresses = send.mock.calls.map(([{ to }]) => to.toString())
  send.mockRestore()
  return addresses
}

test('codes leave first and the invitations of an import last, in whatever order they were caused', async () => {
  const busy = await newCoach(app)
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  await app.settle()
  const emails = Array.from({ length: LIMIT + 2 }, () => newEmail('importada'))
  const csv = ['Nombre,Apellidos,Correo', ...emails.map((email) => `Luz,Vega,${email}`)].join('\n')
  const form = formOf({ field: 'file', file: 'a.csv', type: 'text/csv', bytes: Buffer.from(csv) })
  const read = await app.send({ method: 'POST', url: '/v1/client/import', token: busy.token, ...form })
  const { importId } = read.body as { importId: never }
  await app.call('PUT /v1/client/import', { body: { importId } }, busy.token)
  await app.call('POST /v1/client/import/invite', { body: { importId } }, busy.token)
  await ask(app, client, OFFERED)
  const other = await newCoach(app)
  await app.call('POST /v1/auth/recovery', { body: { email: other.email } })
  const today = await leaving()
  expect(today.slice(0, 2)).toEqual([other.email, coach.email])
  expect(today.slice(2).toSorted()).toEqual(today.filter((email) => emails.includes(email)).toSorted())
  expect(today).toHaveLength(2 + LIMIT)

  // The next day the rest of them falls due together with a new code.
  app.clock.advance(DAY_MS)
  await app.call('POST /v1/auth/recovery', { body: { email: coach.email } })
  const tomorrow = await leaving()
  expect(tomorrow[0]).toBe(coach.email)
  expect(tomorrow.slice(1).toSorted()).toEqual(emails.filter((email) => !today.includes(email)).toSorted())
})
