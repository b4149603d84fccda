import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#server/platform/logger.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { PASSWORD, invitedClient, mailedCode, mailedInvitation, newEmail, pay } from '#test/support/people.ts'

// What people are called and write to each other; test/contract/privacy.test.ts has what coaches keep about them.
const STEM = 'Obsidiana'

let app: TestApp
const lines: string[] = []
/** Every token that was answered, and everything else that must not be in a line. */
const secrets = new Map<string, string>()
beforeAll(async () => {
  app = await makeApp({
    log: createLogger('trace', { write: (line: string) => void lines.push(line) }),
    onExchange({ answer: { body, headers } }) {
      if (typeof body === 'object' && body !== null && 'token' in body)
        secrets.set(String(body.token), 'a token')
      const renewed = headers['x-session-token']
      if (renewed) secrets.set(String(renewed), 'a renewed token')
    },
  })
})
afterAll(() => app.close())

// @spec P.323
test('no line of the log, at any level, has a word, an address or a secret of people, whatever they do', async () => {
  const mark = (what: string) => `${STEM} ${what}`
  const emails = { coach: newEmail(`${STEM}-coach`), guest: newEmail(`${STEM}-guest`) }
  const [coachEmail, guestEmail] = [emails.coach.toLowerCase(), emails.guest.toLowerCase()]
  const registered = await app.call('POST /v1/auth/register', {
    body: {
      name: mark('name'),
      lastName: mark('last name'),
      email: emails.coach,
      password: PASSWORD,
      country: 'Mexico',
      timezone: 'America/Mexico_City',
      jobOcuppation: mark('occupation'),
      acceptTerms: true,
      acceptPrivacy: true,
    },
  })
  const { token } = good(registered, 201)
  const wrong = await app.call('POST /v1/auth/verifyemail', { body: { email: coachEmail, code: '000000' } })
  expect(wrong.status).toBe(422)
  const code = await mailedCode(app, coachEmail)
  secrets.set(code, 'a code')
  good(await app.call('POST /v1/auth/verifyemail', { body: { email: coachEmail, code } }))
  await pay(app, token)
  const { id: coachId } = good(await app.call('GET /v1/auth/me', {}, token))
  const coach = { token, userId: coachId, email: coachEmail, name: mark('name') }

  for (const password of ['no-es-esta-contraseña', PASSWORD])
    await app.call('POST /v1/auth/user', { body: { email: coachEmail, password } })
  secrets.set('no-es-esta-contraseña', 'a wrong password')
  await app.call('POST /v1/auth/recovery', { body: { email: coachEmail } })
  await app.settle()
  const [recovery] = await app.mails(coachEmail)
  const recoveryToken = /[?&#]t(?:oken)?=([\w-]{20,})/.exec(recovery!.text)?.[1]
  secrets.set(recoveryToken!, 'a token of recovery')
  const link = { token: recoveryToken!, password: 'otra-contraseña-larga-9' }
  secrets.set(link.password, 'a new password')
  await app.call('PUT /v1/auth/recovery', { body: link })
  const again = await app.call('POST /v1/auth/user', { body: { email: coachEmail, password: link.password } })
  coach.token = good(again).token

  const body = { name: mark('guest'), lastName: mark('guest'), email: guestEmail, invite: true }
  good(await app.call('POST /v1/client', { body }, coach.token), 201)
  secrets.set(await mailedInvitation(app, guestEmail), 'a token of an invitation')
  const client = await invitedClient(app, coach, { name: mark('client') })

  const rooms = { params: { roomId: client.clientId as never } }
  for (const person of [coach, client]) {
    const message = { ...rooms, body: { text: mark('message'), clientKey: crypto.randomUUID() } }
    good(await app.call('POST /v1/message/:roomId', message as never, person.token), 201)
  }
  // What is refused is not logged either: too long, in the wrong place, not JSON, in an address.
  const url = '/v1/client'
  await app.send({
    method: 'POST',
    url,
    token: coach.token,
    body: { [mark('field')]: mark('x').repeat(2_000) },
  })
  await app.send({
    method: 'POST',
    url,
    token: coach.token,
    body: `{"name":"${mark('broken')}`,
    headers: { 'content-type': 'application/json' },
  })
  await app.send({
    method: 'GET',
    url: `/v1/client/coach/${coach.userId}?search=${STEM}`,
    token: coach.token,
  })
  await app.settle()

  const text = lines.join('')
  expect(lines.length).toBeGreaterThan(30)
  expect(text).toContain('"mail sent"')
  expect(secrets.size).toBeGreaterThan(6)
  const found = [...secrets, [PASSWORD, 'the password'] as const]
    .filter(([secret]) => text.includes(secret))
    .map(([, what]) => what)
  expect(found).toEqual([])
  expect(lines.filter((line) => new RegExp(`${STEM}|@correo`, 'i').test(line))).toEqual([])
})
