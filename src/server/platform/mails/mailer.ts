import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { HopelessJob } from '../jobs/hopeless-job.ts'
import { type Forgotten, PEOPLE_HEADER, forgetMails } from './forgetting.ts'

/** A mail to send. `key` identifies it: sending the same key again never makes a second mail in the outbox. */
export type Mail = {
  key: string
  to: string
  subject: string
  text: string
  html: string
  /** Display name instead of the product's (product §4: the coach's). */
  fromName?: string
  replyTo?: string
  /** Where the reader can unsubscribe from mails of this kind; absent for mails that cannot be turned off. */
  unsubscribeUrl?: string
  /** The request that caused it, for the operator who looks for what went wrong; in the header `X-Request-Id`. */
  requestId?: string | undefined
  /** The ids of those whom it names, by which it is found once one of them is to be forgotten. They are not sent. */
  people?: readonly string[]
  /** A PNG that the HTML part shows as `cid:…` (RFC 2392). It is part of the mail, so showing it asks no server. */
  logo?: { cid: string; png: Buffer }
  /** A calendar file: mail programs process it, and all others show it as an attachment (RFC 6047). */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string }
}

export type Mailer = {
  send(mail: Mail): Promise<void>
  /** Removes what lies here of the mails to, from and about somebody; of what was sent, nothing does. */
  forget(who: Forgotten): Promise<void>
  close(): void
}

const CALENDAR_FILE = 'norte.ics'

type MailerOptions = { from: string; publicUrl: string }
type SmtpOptions = MailerOptions & {
  /** Where mails were written before there was a mail server. */
  outbox?: string
  withinMs?: number
}

/** The mail server refused a mail permanently (a 5xx reply, RFC 5321 §4.2.1), so it is not sent again. */
export class MailRefused extends HopelessJob {
  override readonly name = 'MailRefused'
}

const PATIENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  socketCloseTimeout: 1_000,
}
/** The time limit for a whole mail. A server that sends a little from time to time stays within every other limit. */
const MAIL_MS = 45_000

/**
 * Mails over SMTP. The Message-ID comes from the mail's key, so the receiver can recognise a repeated send. Each mail
 * uses a separate connection, which is closed when the mail takes too long, so that others do not wait for it.
 * @throws MailRefused
 */
export function createSmtpMailer(url: string, options: SmtpOptions): Mailer {
  const { withinMs = MAIL_MS, outbox } = options
  const open = () => nodemailer.createTransport({ url, pool: true, maxConnections: 1, ...PATIENCE })
  type Transport = ReturnType<typeof open>
  const all = new Set<Transport>()
  const idle: Transport[] = []
  const take = () => {
    const transport = idle.pop() ?? open()
    all.add(transport)
    return transport
  }
  const drop = (transport: Transport) => {
    // Force it: otherwise a connection in use stays open until its mail is sent, and the mail may be sent twice.
    transport.close({ force: true })
    all.delete(transport)
  }
  return {
    async send(mail) {
      const transport = take()
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        drop(transport)
        late.reject(new Error('the mail server took too long'))
      }, withinMs)
      try {
        await Promise.race([transport.sendMail(messageOf(mail, options)), late.promise])
      } catch (error) {
        throw isRefusedForGood(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      } finally {
        clearTimeout(timer)
        if (all.has(transport)) idle.push(transport)
      }
    },
    forget: (who) => forgetIn(outbox, who),
    close: () => all.forEach(drop),
  }
}

/** Whether the address or the mail was refused. A refused sign-in is a configuration error and may be corrected. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE') return false
  return 'responseCode' in error && Number(error.responseCode) >= 500
}

/** Mails as .eml files in `folder`: written completely or not at all, and on disk before the send resolves. */
export function createOutboxMailer(folder: string, options: MailerOptions): Mailer {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { headers, ...rest } = messageOf(mail, options)
      const people = mail.people ? { [PEOPLE_HEADER]: oneLine(mail.people.join(' ')) } : {}
      const { message } = await composer.sendMail({ ...rest, headers: { ...headers, ...people } })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const target = join(folder, `${fileNameOf(mail.key)}.eml`)
      // Two processes may write the same mail at once.
      const part = `${target}.${randomUUID()}.part`
      const draft = await open(part, 'wx', 0o600)
      try {
        await draft.writeFile(message as Buffer)
        await draft.sync()
      } finally {
        await draft.close()
      }
      await rename(part, target)
    },
    forget: (who) => forgetIn(folder, who),
    close: () => composer.close(),
  }
}

async function forgetIn(folder: string | undefined, who: Forgotten): Promise<void> {
  if (folder !== undefined) await forgetMails(folder, who)
}

function messageOf(mail: Mail, { from, publicUrl }: MailerOptions) {
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  return {
    // Objects, not strings: the library then quotes names, so that a line break in one cannot add a header.
    from: mail.fromName ? { name: oneLine(mail.fromName), address } : from,
    to: { name: '', address: mail.to },
    replyTo: mail.replyTo ? { name: oneLine(mail.fromName ?? ''), address: mail.replyTo } : undefined,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.logo && {
      attachments: [
        {
          cid: mail.logo.cid,
          filename: 'logo.png',
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
          content: mail.logo.png,
        },
      ],
    }),
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: CALENDAR_FILE } }),
    // The header and the one-click POST to the same address (RFC 2369 §3.2, RFC 8058).
    ...(mail.unsubscribeUrl && { list: { unsubscribe: { url: mail.unsubscribeUrl } } }),
    headers: {
      ...(mail.unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      ...(mail.requestId && { 'X-Request-Id': oneLine(mail.requestId) }),
    },
    messageId: `<${fileNameOf(mail.key)}@${new URL(publicUrl).hostname}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Text for a header: one line, and never interpreted as an encoded word (RFC 2047 §2), which could hide anything. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('=?', '=\u2060?')
    .trim()
}

function fileNameOf(key: string): string {
  return key.replace(/[^A-Za-z0-9._-]+/g, '-')
}
