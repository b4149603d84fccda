import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'

/** A mail ready to go. `key` names it for good: sending the same key again never makes a second mail in the outbox. */
export type Mail = {
  key: string
  to: string
  subject: string
  text: string
  html: string
  /** Display name instead of the product's (product §4: the coach's). */
  fromName?: string
  replyTo?: string
  /** A calendar file: what a mail program acts upon, and attached for every other (RFC 6047). */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string }
}

export type Mailer = {
  send(mail: Mail): Promise<void>
  close(): void
}

const CALENDAR_FILE = 'norte.ics'

type MailerOptions = { from: string; publicUrl: string }

// Far below the time after which the job queue takes a job for lost and gives it to somebody else.
const PATIENCE = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

/** Mails over SMTP. The Message-ID comes from the mail's key, so a repeated send can be told by the receiver. */
export function createSmtpMailer(url: string, options: MailerOptions): Mailer {
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: 2, ...PATIENCE })
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail, options))
    },
    close: () => transport.close(),
  }
}

/** Mails as .eml files in `folder`: whole or not at all, on disk before the send is acknowledged. */
export function createOutboxMailer(folder: string, options: MailerOptions): Mailer {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, options))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const target = join(folder, `${fileNameOf(mail.key)}.eml`)
      const draft = await open(`${target}.part`, 'w', 0o600)
      try {
        await draft.writeFile(message as Buffer)
        await draft.sync()
      } finally {
        await draft.close()
      }
      await rename(`${target}.part`, target)
    },
    close: () => composer.close(),
  }
}

function messageOf(mail: Mail, { from, publicUrl }: MailerOptions) {
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  return {
    // Objects, not strings: the library then quotes names and no line break of one can add a header.
    from: mail.fromName ? { name: oneLine(mail.fromName), address } : from,
    to: { name: '', address: mail.to },
    replyTo: mail.replyTo ? { name: oneLine(mail.fromName ?? ''), address: mail.replyTo } : undefined,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: CALENDAR_FILE } }),
    messageId: `<${fileNameOf(mail.key)}@${new URL(publicUrl).hostname}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

function fileNameOf(key: string): string {
  return key.replace(/[^A-Za-z0-9._-]+/g, '-')
}
