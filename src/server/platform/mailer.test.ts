import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Mail, type Mailer, createOutboxMailer, createSmtpMailer } from './mailer.ts'
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

type Box = { mailer: Mailer; received: () => Promise<Email[]>; close: () => Promise<void> }

/** A folder, as without a mail server. */
async function outbox(): Promise<Box & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-outbox-'))
  const { readFile } = await import('node:fs/promises')
  return {
    folder,
    mailer: createOutboxMailer(folder, OPTIONS),
    received: async () => {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
      return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))))
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A real SMTP server on loopback. */
async function smtp(): Promise<Box> {
  const received: Promise<Email>[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(PostalMime.parse(Buffer.concat(chunks)))
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
    received: () => Promise.all(received),
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

  it('arrives with its texts, the sender of the product under the coach’s name, and the coach to answer to', async () => {
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

  it('carries the key as its Message-ID, so that a repeated one can be told', async () => {
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

  it('opens nothing but its own files', async () => {
    const box = await outbox()
    await box.mailer.send(mail)
    for (const file of ['../secrets/token', '..%2fsecrets', '0190-1.txt', 'missing.eml', '']) {
      expect(await readOutboxMail(box.folder, file)).toBeUndefined()
    }
    await box.close()
    expect(await listOutbox(box.folder, 10)).toEqual([])
  })
})
