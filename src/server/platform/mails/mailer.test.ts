import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Mail, type Mailer, MailRefused, createOutboxMailer, createSmtpMailer } from './mailer.ts'
import { listOutbox, readOutboxMail } from './outbox.ts'

const OPTIONS = { from: 'Norte <hola@norte.example>', publicUrl: 'https://norte.example' }

const mail: Mail = {
  key: '0190:1',
  to: 'mariana@correo.example',
  subject: 'Ana te invita a tu espacio de coaching',
  text: 'Ábrela: https://norte.example/invitation/1?t=abc',
  html: '<p>Ábrela</p>',
  fromName: 'Ana López',
  replyTo: 'ana@correo.example',
}

const CALENDAR = ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'SUMMARY:Niñez', 'END:VCALENDAR', ''].join('\r\n')

/** The content types of a mail's parts, depth first, without boundaries. */
function structureOf(source: string): string[] {
  const unfolded = source.replaceAll(/\r?\n[ \t]+/g, ' ')
  return [...unfolded.matchAll(/^Content-Type: (.*?)\r?$/gim)].map(([, kind]) =>
    kind!.replace(/; boundary=.*$/, ''),
  )
}

type Box = {
  mailer: Mailer
  received: () => Promise<Email[]>
  /** The sources of the sent mails. */
  sources: () => Promise<string[]>
  close: () => Promise<void>
}

/** An outbox folder, as used without a mail server. */
async function outbox(): Promise<Box & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-outbox-'))
  const sources = async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
    return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  }
  return {
    folder,
    mailer: createOutboxMailer(folder, OPTIONS),
    received: async () => Promise.all((await sources()).map((source) => PostalMime.parse(source))),
    sources,
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A real SMTP server on loopback. */
async function smtp(): Promise<Box> {
  const received: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks))
        done()
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, OPTIONS)
  return {
    mailer,
    received: () => Promise.all(received.map((source) => PostalMime.parse(source))),
    sources: () => Promise.resolve(received.map((source) => source.toString())),
    close: async () => {
      mailer.close()
      await new Promise<void>((closed) => server.close(closed))
    },
  }
}

describe.each([
  ['the outbox', outbox],
  ['SMTP', smtp],
] as const)('a mail through %s', (_name, open) => {
  let box: Box
  beforeEach(async () => {
    box = await open()
  })
  afterEach(() => box.close())

  it('arrives with its texts, the coach’s name on the product’s address, and the coach as reply address', async () => {
    await box.mailer.send(mail)
    const [got] = await box.received()
    expect(got).toMatchObject({
      subject: mail.subject,
      from: { name: 'Ana López', address: 'hola@norte.example' },
      to: [{ address: mail.to }],
      replyTo: [{ address: 'ana@correo.example' }],
    })
    expect(got?.text?.trim()).toBe(mail.text)
    expect(got?.html?.trim()).toBe(mail.html)
  })

  it('has a calendar file as a part that programs process, and as an attachment for the others (RFC 6047)', async () => {
    await box.mailer.send({ ...mail, calendar: { method: 'REQUEST', content: CALENDAR } })
    const [raw] = await box.sources()
    expect(structureOf(raw!)).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain; charset=utf-8',
      'text/html; charset=utf-8',
      'text/calendar; charset=utf-8; method=REQUEST',
      'application/ics; name=norte.ics',
    ])
    const [got] = await box.received()
    expect(got?.attachments).toMatchObject([
      { mimeType: 'text/calendar', method: 'REQUEST', disposition: null },
      { mimeType: 'application/ics', filename: 'norte.ics', disposition: 'attachment' },
    ])
    for (const { content } of got!.attachments) {
      expect(
        new TextDecoder()
          .decode(content as ArrayBuffer)
          .trim()
          .split(/\r?\n/),
      ).toEqual(CALENDAR.trim().split('\r\n'))
    }
    await box.mailer.send({ ...mail, key: '0190:2' })
    expect(structureOf((await box.sources()).find((one) => !one.includes('text/calendar'))!)).toEqual([
      'multipart/alternative',
      'text/plain; charset=utf-8',
      'text/html; charset=utf-8',
    ])
  })

  it('carries its logo beside the HTML part, which shows it by its Content-ID (RFC 2392)', async () => {
    const logo = { cid: 'logo@norte', png: Buffer.from('89504e470d0a1a0a', 'hex') }
    await box.mailer.send({ ...mail, logo, calendar: { method: 'REQUEST', content: CALENDAR } })
    const [raw] = await box.sources()
    expect(structureOf(raw!).filter((kind) => !kind.startsWith('text/'))).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'multipart/related; type="text/html"',
      'image/png; name=logo.png',
      'application/ics; name=norte.ics',
    ])
    const [got] = await box.received()
    const part = got?.attachments.find(({ mimeType }) => mimeType === 'image/png')
    expect(part).toMatchObject({ contentId: '<logo@norte>', disposition: 'inline', related: true })
    expect(Buffer.from(part?.content as ArrayBuffer)).toEqual(logo.png)
  })

  it('has the key as its Message-ID, so that a repeated one can be recognised', async () => {
    await box.mailer.send(mail)
    expect((await box.received())[0]?.messageId).toBe('<0190-1@norte.example>')
  })

  it('adds no header for a line break in a name or a subject (ASVS 1.3.11)', async () => {
    const broken = 'Ana\r\nBcc: otro@correo.example'
    await box.mailer.send({ ...mail, subject: broken, fromName: broken })
    const [got] = await box.received()
    expect(got?.bcc).toBeUndefined()
    expect(got?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(got?.subject).toBe('Ana Bcc: otro@correo.example')
  })

  it('writes a name that looks encoded literally, so that it can hide nothing', async () => {
    // Decoded it would be a name in reverse order (U+202E), which no form accepts.
    const encoded = '=?utf-8?B?4oCuYW5B?='
    await box.mailer.send({ ...mail, subject: encoded, fromName: encoded })
    const [got] = await box.received()
    for (const shown of [got?.subject, got?.from?.name]) expect(shown).toBe('=\u2060?utf-8?B?4oCuYW5B?=')
  })
})

describe('the outbox', () => {
  it('keeps one file for a mail that is sent again, and never a half-written one', async () => {
    const box = await outbox()
    await box.mailer.send(mail)
    await box.mailer.send({ ...mail, text: 'Otra vez' })
    const mails = await listOutbox(box.folder, 10)
    expect(mails.map(({ text }) => text.trim())).toEqual(['Otra vez'])
    expect((await readdir(box.folder)).filter((file) => !file.endsWith('.eml'))).toEqual([])
    await box.close()
  })

  it('opens only its own files', async () => {
    const box = await outbox()
    await box.mailer.send(mail)
    for (const file of ['../secrets/token', '..%2fsecrets', '0190-1.txt', 'missing.eml', '']) {
      expect(await readOutboxMail(box.folder, file)).toBeUndefined()
    }
    await box.close()
    expect(await listOutbox(box.folder, 10)).toEqual([])
  })

  it('shows the calendar file of a mail, or that it has no calendar file', async () => {
    const box = await outbox()
    await box.mailer.send({ ...mail, calendar: { method: 'CANCEL', content: CALENDAR } })
    await box.mailer.send({ ...mail, key: '0190:2' })
    const calendars = (await listOutbox(box.folder, 10)).map(({ calendar }) => calendar)
    expect(calendars).toContain(undefined)
    const known = calendars.find((calendar) => calendar !== undefined)
    expect(known?.method).toBe('CANCEL')
    expect(known?.content).toContain('SUMMARY:Niñez')
    await box.close()
  })
})

/** A mail server whose replies to recipients are given by `onRcptTo`. */
async function picky(onRcptTo: SMTPServerOptions['onRcptTo'], withinMs?: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...(onRcptTo && { onRcptTo }),
    onData(stream, _session, done) {
      stream.on('end', () => done()).resume()
    },
  })
  // Connections that are closed early are expected here.
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as { port: number }
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, { ...OPTIONS, ...(withinMs && { withinMs }) })
  const close = async () => {
    mailer.close()
    await new Promise<void>((closed) => server.close(closed))
  }
  const connections = () =>
    new Promise<number>((counted) => server.server.getConnections((_error, count) => counted(count)))
  return { mailer, close, connections }
}

const replying = (responseCode: number) => Object.assign(new Error('no such person'), { responseCode })

describe('a mail server that refuses', () => {
  it('permanently (5xx) is distinguished from a temporary refusal (4xx)', async () => {
    for (const [responseCode, isForGood] of [
      [550, true],
      [554, true],
      [450, false],
      [421, false],
    ] as const) {
      const { mailer, close } = await picky((_address, _session, done) => done(replying(responseCode)))
      const refused = await mailer.send(mail).catch((error: unknown) => error)
      expect([responseCode, refused instanceof MailRefused]).toEqual([responseCode, isForGood])
      await close()
    }
  })

  it('our sign-in is a configuration error, and the mail is retried', async () => {
    const server = new SMTPServer({
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(replying(535)),
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.server.address() as { port: number }
    const mailer = createSmtpMailer(`smtp://norte:wrong@127.0.0.1:${port}`, OPTIONS)
    const refused = await mailer.send(mail).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Error)
    expect(refused).not.toBeInstanceOf(MailRefused)
    mailer.close()
    await new Promise<void>((closed) => server.close(closed))
  })

  it('or never answers for one person delays only that person’s mail, and not for long', async () => {
    const { mailer, close, connections } = await picky((address, _session, done) => {
      if (address.address !== 'hung@correo.example') done()
    }, 400)
    const hung = mailer.send({ ...mail, to: 'hung@correo.example' })
    await expect(mailer.send({ ...mail, key: '0190:2' })).resolves.toBeUndefined()
    await expect(hung).rejects.toThrow('took too long')
    // Its connection is closed: a mail that the server accepted from here on would be sent again by the next attempt.
    await expect.poll(connections, { timeout: 60_000 }).toBe(1)
    await expect(mailer.send({ ...mail, key: '0190:3' })).resolves.toBeUndefined()
    await close()
  })
})
