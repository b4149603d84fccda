import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type FormPart, formOf } from '#test/support/forms.ts'
import { inviteClient } from '#test/support/invitations.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'
import { OFFERED, ask, book, close, goTo, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

async function customize(...parts: FormPart[]): Promise<void> {
  const url = `/v1/coach/custom/${coach.userId}`
  const { status } = await app.send({ method: 'POST', url, token: coach.token, ...formOf(...parts) })
  expect(status).toBe(200)
}

const BRAND = async (): Promise<FormPart[]> => [
  { field: 'companyName', text: 'Cumbre & Compañía' },
  { field: 'colorUI', text: '0B4A37' },
  {
    field: 'logo',
    file: 'logo.png',
    type: 'image/png',
    bytes: await picture('png', { width: 900, height: 100, alpha: 0.4 }),
  },
]

/** The newest mail to an address that has the subject, as a mail program reads it. */
async function mailTo(address: string, subject: string): Promise<Email> {
  await app.settle()
  const mail = (await app.mails(address)).find((one) => one.subject.includes(subject))
  if (!mail) throw new Error(`No mail "${subject}" to ${address}`)
  return PostalMime.parse(await readFile(join(app.deps.config.dataDir, 'outbox', mail.file)))
}

const logoOf = ({ attachments }: Email) => attachments.find(({ contentId }) => contentId === '<logo@norte>')

describe('the mails of a practice', () => {
  test('carry its logo, colour and names, to the client and to the coach', async () => {
    await customize(...(await BRAND()))
    await made(ask(app, client))
    await made(book(app, coach, client, '2027-02-05T16:00:00.000Z'))
    const { email: invited } = await inviteClient(app, coach)
    for (const mail of [
      await mailTo(coach.email, 'te pide una sesión'),
      await mailTo(client.email, 'agendó'),
      await mailTo(invited, 'te invita'),
    ]) {
      expect(mail.html).toContain('Cumbre &amp; Compañía')
      expect(mail.html).toContain('#0B4A37')
      expect(mail.html).toContain('src="cid:logo@norte" alt="" width="160" height="18"')
      expect(mail.text).toContain('Ana López\nCumbre & Compañía\n')
      const { format, width, height } = await sharp(logoOf(mail)!.content as ArrayBuffer).metadata()
      expect({ format, width, height }).toEqual({ format: 'png', width: 480, height: 53 })
    }
  })

  test('have the names alone where nothing was chosen', async () => {
    await made(book(app, coach, client))
    const mail = await mailTo(client.email, 'agendó')
    expect(logoOf(mail)).toBeUndefined()
    expect(mail.html).toContain('Ana López</strong>')
    expect(mail.html).toContain('#0B2E6F')
  })

  test('go out without a logo that cannot be read', async () => {
    await customize(...(await BRAND()))
    for await (const { id } of app.deps.files.list()) await app.deps.files.remove(id)
    await made(book(app, coach, client))
    const mail = await mailTo(client.email, 'agendó')
    expect(logoOf(mail)).toBeUndefined()
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('Cumbre &amp; Compañía')
  })

  test('about an account are Norte’s own', async () => {
    await customize(...(await BRAND()))
    await app.call('POST /v1/auth/recovery', { body: { email: coach.email } })
    const mail = await mailTo(coach.email, 'contraseña')
    expect(logoOf(mail)).toBeUndefined()
    expect(mail.html).not.toMatch(/Cumbre|#0B4A37/)
  })
})

describe('the summary as PDF', () => {
  async function pdfFor({ token }: { token: string }): Promise<string> {
    const { id } = await made(book(app, coach, client))
    await goTo(app, OFFERED, coach, client)
    await made(close(app, coach, id, { attendance: [{ personId: client.clientId, state: 'present' }] }))
    const { status, bytes } = await app.send({ method: 'GET', url: `/v1/session/${id}/pdf`, token })
    expect(status).toBe(200)
    return (await extractText(new Uint8Array(bytes), { mergePages: true })).text
  }

  test('has the names of coach and company at its head and foot', async () => {
    await customize(...(await BRAND()))
    const words = await pdfFor(client)
    expect(words).toMatch(/^Ana López\s+Cumbre & Compañía/)
    expect(words).toContain('Ana López · Cumbre & Compañía')
    expect(words).toContain('jueves 4 de febrero de 2027')
  })

  test('is written without a logo that cannot be read, and without a company', async () => {
    const [, colour, logo] = await BRAND()
    await customize(colour!, logo!)
    for await (const { id } of app.deps.files.list()) await app.deps.files.remove(id)
    expect(await pdfFor(coach)).toMatch(/^Ana López\s+Resumen de la sesión/)
  })
})
