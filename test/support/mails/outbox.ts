import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type OutboxMail, readOutboxMail } from '#server/platform/mails/outbox.ts'

/** The mails to an address, newest first. */
export type ReadMails = (to: string) => Promise<OutboxMail[]>

/**
 * Reads an outbox repeatedly while it fills. Parsing a mail is most of the work, and is done once: only a file that was
 * rewritten is parsed again.
 */
export function outboxReader(folder: string): ReadMails {
  const known = new Map<string, { at: number; mail: Promise<OutboxMail | undefined> }>()
  const read = async (file: string) => {
    const at = (await stat(join(folder, file))).mtimeMs
    if (known.get(file)?.at !== at) known.set(file, { at, mail: readOutboxMail(folder, file) })
    return { file, at, mail: await known.get(file)!.mail }
  }
  return async (to) => {
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'))
    const all = await Promise.all(files.map(read))
    const newestFirst = all.toSorted((a, b) => b.at - a.at || b.file.localeCompare(a.file))
    return newestFirst.flatMap(({ mail }) => (mail?.to === to ? [mail] : []))
  }
}
