import { type FileHandle, open, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { noneIfMissing, syncFolder } from '../on-disk.ts'

/** Whose mails are to go: by what names the person in them. */
export type Forgotten = {
  /** Of their accounts and records, as mails list those whom they are about. */
  ids: readonly string[]
  addresses: readonly string[]
  /** Full names; in mails of earlier releases, which list nobody. */
  names: readonly string[]
}

/** The header in which a mail of the outbox lists the ids of those whom it is about. No mail server gets it. */
export const PEOPLE_HEADER = 'X-Norte-People'

/** Mails, and what a crash left of one that was being written. */
const MAIL = /\.eml(?:\.[\w-]+\.part)?$/
/** Larger than any header of ours. */
const HEAD_BYTES = 16_384
/** Larger than any mail of ours. What somebody else puts there is read up to here. */
const MOST_BYTES = 8_000_000
/** Of how many mails that cannot be read or removed it is said why. */
const MOST_FAILURES = 10

/**
 * Removes the mails to, from and about somebody from an outbox folder, one after the other, so that memory and other work do
 * not depend on how many there are. Done twice, it changes nothing; a file that vanishes meanwhile is left out.
 * @returns how many
 * @throws why some could not be read or removed, once all others are looked through
 */
export async function forgetMails(folder: string, who: Forgotten): Promise<number> {
  const entries = await opendir(folder).catch(noneIfMissing)
  if (!entries) return 0
  const concerns = judge(who)
  const failures: unknown[] = []
  let [count, failed] = [0, 0]
  for await (const entry of entries) {
    if (!MAIL.test(entry.name) || entry.isDirectory()) continue
    try {
      const path = join(folder, entry.name)
      if (!(await concerns(path))) continue
      await rm(path, { force: true })
      count += 1
    } catch (error) {
      failed += 1
      if (failures.length < MOST_FAILURES) failures.push(error)
    }
  }
  // Otherwise a power failure brings back what was removed, of an account that counts as erased.
  if (count > 0) await syncFolder(folder)
  if (failed > 0)
    throw new AggregateError(failures, `${failed} mails of the outbox could not be looked through`)
  return count
}

/** Whether a mail is to, from or about somebody. One that lists its people is not decoded for that. */
function judge({ ids, addresses, names }: Forgotten): (path: string) => Promise<boolean> {
  const wanted = new Set(ids)
  const address = anyOf(addresses, String.raw`[\w.+'-]`, String.raw`[\w-]|\.\w`)
  const word = String.raw`[\p{L}\p{N}]`
  const said = [address, anyOf(names, word, word), anyOf(ids, word, word)].filter(
    (pattern) => pattern !== undefined,
  )
  return async (path) => {
    const file = await open(path, 'r').catch(noneIfMissing)
    if (!file) return false
    try {
      const head = (await readUpTo(file, HEAD_BYTES)).toString('latin1').split(/\r?\n\r?\n/)
      const headers = head[0]!.replaceAll(/\r?\n[ \t]+/g, ' ')
      const listed = new RegExp(`^${PEOPLE_HEADER}: (.*)$`, 'im').exec(headers)?.[1]
      // Only a head that was read to its end says everything.
      if (listed === undefined || head.length === 1) {
        const words = await wordsOf(await readUpTo(file, MOST_BYTES))
        return said.some((pattern) => pattern.test(words))
      }
      return listed.split(' ').some((id) => wanted.has(id)) || address?.test(headers) === true
    } finally {
      await file.close()
    }
  }
}

async function readUpTo(file: FileHandle, most: number): Promise<Buffer> {
  const { size } = await file.stat()
  const bytes = Buffer.alloc(Math.min(size, most))
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
  return bytes.subarray(0, bytesRead)
}

/** A pattern of any of some texts as a whole, not as a part of a longer one; undefined for none. */
function anyOf(texts: readonly string[], before: string, after: string): RegExp | undefined {
  if (texts.length === 0) return undefined
  const any = texts.map((text) => plain(text).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|')
  return new RegExp(`(?<!${before})(?:${any})(?!${after})`, 'iu')
}

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** All that a mail says, decoded: its headers, texts, calendar files and links. */
async function wordsOf(source: Buffer): Promise<string> {
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'utf8' }).catch(() => undefined)
  return plain(mail ? textsOf(mail).join('\n') : source.toString())
}

function textsOf({
  headers,
  from,
  replyTo = [],
  to = [],
  subject = '',
  text = '',
  html = '',
  attachments,
}: Email) {
  const people = [from, ...replyTo, ...to].map((person) => `${person?.name ?? ''} <${person?.address ?? ''}>`)
  const files = attachments
    .filter(({ mimeType }) => !mimeType.startsWith('image/'))
    // Lines of calendar files are folded, also inside of words (RFC 5545 §3.1).
    .map(({ content }) => (typeof content === 'string' ? content.replaceAll(/\r?\n[ \t]/g, '') : ''))
  const all = [...headers.map(({ value }) => value), ...people, subject, text, html, ...files]
  // Links have addresses in percent encoding.
  return [...all, ...all.map((each) => each.replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent))]
}
