import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newClient, newCoach, newEmail } from '#test/support/people.ts'
import { OFFERED, book, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** The newest mail to an address, with the headers a mail program reads. */
async function newest(address: string) {
  await app.settle()
  const [mail] = await app.mails(address)
  const { headers } = await PostalMime.parse(
    await readFile(join(app.deps.config.dataDir, 'outbox', mail!.file)),
  )
  const header = (name: string) => headers.find(({ key }) => key === name)?.value
  return { ...mail!, header }
}

/** The path that a mail's List-Unsubscribe header leads to. */
async function muteOf(address: string): Promise<string> {
  const { header } = await newest(address)
  const url = /^<(.+)>$/.exec(header('list-unsubscribe')!.replaceAll(/\s/g, ''))![1]!
  expect(url.startsWith(`${app.deps.config.publicUrl}/unsubscribe?t=`)).toBe(true)
  return url.slice(app.deps.config.publicUrl.length)
}
const post = (url: string, body: string) => app.send({ method: 'POST', url, headers: FORM, body })
const count = async (address: string) => {
  await app.settle()
  return (await app.mails(address)).length
}

async function booked() {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const session = await made(book(app, coach, client))
  return { coach, client, session, mute: await muteOf(client.email) }
}

// @spec P.63
describe('the link that silences a kind of mails', () => {
  test('takes the one click of a mail program, without a sign-in', async () => {
    const { coach, client, mute } = await booked()
    expect((await newest(client.email)).header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect((await post(mute, 'List-Unsubscribe=One-Click')).status).toBe(200)
    const before = await count(client.email)
    const next = await made(book(app, coach, client, '2027-02-05T15:00:00.000Z'))
    expect(await count(client.email)).toBe(before)
    // Another kind still comes, and the product still tells of everything.
    await made(lifeOf(app).cancel(coach, next.id))
    expect(await count(client.email)).toBe(before + 1)
    const { userId, token } = client
    const { body } = await app.call('GET /v1/notification/all/:userId', { params: { userId } }, token)
    expect(body.data.filter(({ type }) => type === 'NEW_SESSION_FROM_COACH')).toHaveLength(2)
  })

  test('takes a form of several parts too', async () => {
    const { coach, client, mute } = await booked()
    const body =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await app.send({ method: 'POST', url: mute, headers, body })).status).toBe(200)
    const before = await count(client.email)
    await made(book(app, coach, client, '2027-02-05T15:00:00.000Z'))
    expect(await count(client.email)).toBe(before)
  })

  test('changes nothing when it is only opened, and can be undone', async () => {
    const { coach, client, mute } = await booked()
    const opened = await app.send({ method: 'GET', url: mute })
    expect(opened.body).toContain('¿Dejar de recibir correos de sesiones agendadas y confirmadas?')
    expect(String(opened.headers['content-security-policy'])).not.toContain('unsafe-inline')
    const silenced = await post(mute, 'mute=yes')
    expect(silenced.body).toContain('Ya no te enviaremos correos de sesiones agendadas y confirmadas')
    expect((await app.send({ method: 'GET', url: mute })).body).toContain('Deshacer')
    await post(mute, 'mute=yes')
    await post(mute, 'undo=yes')
    const before = await count(client.email)
    await made(book(app, coach, client, '2027-02-05T15:00:00.000Z'))
    expect(await count(client.email)).toBe(before + 1)
  })

  test('works for somebody without an account, and only as it was made', async () => {
    const coach = await newCoach(app)
    const email = newEmail('invited')
    const body = { name: 'Luz', lastName: 'Vega', email, invite: true }
    await app.call('POST /v1/client', { body }, coach.token)
    const mute = await muteOf(email)
    for (const forged of [`${mute}x`, mute.replace('?t=', '?t=a'), '/unsubscribe?t=a.b', '/unsubscribe']) {
      expect((await post(forged, 'mute=yes')).status).toBe(404)
    }
    await post(mute, 'mute=yes')
    const other = await newCoach(app)
    await app.call('POST /v1/client', { body }, other.token)
    expect(await count(email)).toBe(1)
  })

  test('is in no mail about the security of an account', async () => {
    const coach = await newCoach(app)
    await app.call('POST /v1/auth/recovery', { body: { email: coach.email } })
    const { header, subject } = await newest(coach.email)
    expect([subject, header('list-unsubscribe')]).toEqual(['Crea una contraseña nueva', undefined])
  })

  test('speaks the language of its reader', async () => {
    const { client, mute } = await booked()
    await app.deps.db
      .updateTable('users')
      .set({ language: 'en-US' })
      .where('id', '=', client.userId)
      .execute()
    expect((await app.send({ method: 'GET', url: mute })).body).toContain('lang="es-MX"')
    const coach = await newCoach(app)
    const other = await newClient(app, coach)
    await app.deps.db.updateTable('users').set({ language: 'en-US' }).where('id', '=', other.userId).execute()
    await made(book(app, coach, other, OFFERED))
    expect((await app.send({ method: 'GET', url: await muteOf(other.email) })).body).toContain(
      'Stop receiving emails about booked and confirmed sessions?',
    )
  })
})
