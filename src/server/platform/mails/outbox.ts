import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

export type OutboxMail = {
  file: string
  /** The sender's display name, or the bare address. */
  from: string
  /** The reply address; empty if replies go to the sender. */
  replyTo: string
  to: string
  subject: string
  text: string
  /** The calendar file for mail programs and its method; undefined in a mail without one. */
  calendar: { method: string; content: string } | undefined
}

const FILE = /^[A-Za-z0-9._-]+\.eml$/

/** The newest mails of an outbox folder, newest first; empty if the folder does not exist. */
export async function listOutbox(folder: string, most: number): Promise<OutboxMail[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => FILE.test(file))
  const dated = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(join(folder, file))).mtimeMs })),
  )
  const newest = dated.toSorted((a, b) => b.at - a.at || b.file.localeCompare(a.file)).slice(0, most)
  const mails = await Promise.all(newest.map(({ file }) => readOutboxMail(folder, file)))
  return mails.filter((mail) => mail !== undefined)
}

/** One mail of an outbox folder; undefined for a name that does not belong to it. */
export async function readOutboxMail(folder: string, file: string): Promise<OutboxMail | undefined> {
  if (!FILE.test(file)) return undefined
  const source = await readFile(join(folder, file)).catch(() => undefined)
  if (!source) return undefined
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'utf8' })
  return {
    file,
    from: mail.from?.name || mail.from?.address || '',
    replyTo: mail.replyTo?.[0]?.address ?? '',
    to: mail.to?.map(({ address }) => address).join(', ') ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    calendar: calendarOf(mail),
  }
}

function calendarOf({ attachments }: Email): OutboxMail['calendar'] {
  for (const { method, content } of attachments) {
    if (method !== undefined && typeof content === 'string') return { method, content }
  }
  return undefined
}
