import type { FoundPart } from '#contract/notes/notes.ts'
import { DAY_MS, type EpochMs, MINUTE_MS } from '#time/clock.ts'

/** How long what a note said before is kept (product §13). */
export const VERSIONS_KEPT_MS = 90 * DAY_MS

/** Edits within this time of the last version make no other: a note is stored every few seconds while it is written. */
const VERSION_EVERY_MS = 10 * MINUTE_MS

/** Whether what is about to be replaced is stored as a version, by when the last one was. */
export function isVersionDue(versionedAt: EpochMs, now: EpochMs): boolean {
  return now - versionedAt >= VERSION_EVERY_MS
}

/** Characters of an excerpt. */
const EXCERPT_LENGTH = 160
/** How much of the text is shown before the first word found. */
const LEAD = 40

/** How a note's text begins, on one line and cut between words. */
export function excerptOf(text: string): string {
  return cutAfter(onOneLine(text.slice(0, EXCERPT_LENGTH * 4)).trim(), EXCERPT_LENGTH)
}

/** A paragraph that ends without a full stop, such as a heading, is told from the next by a dot. */
function onOneLine(text: string): string {
  return text.replace(/([\p{L}\p{N})])\s*\n\s*(?=\S)/gu, '$1 · ').replace(/\s+/gu, ' ')
}

const WORD = /[\p{L}\p{N}]+/gu
/** Most words of a search that count. */
const MOST_WORDS = 8

/** The words of a search, each once; the rest of a very long one is ignored. */
export function searchWords(search: string): string[] {
  return [...new Set(search.normalize('NFC').toLowerCase().match(WORD))].slice(0, MOST_WORDS)
}

/** A text in pieces, with the words marked that are among the found ones (in lower case). */
export function markFound(text: string, found: ReadonlySet<string>): FoundPart[] {
  const parts: FoundPart[] = []
  const add = (piece: string, isFound: boolean) => {
    if (piece === '') return
    const last = parts.at(-1)
    if (last?.found === isFound) last.text += piece
    else parts.push({ text: piece, found: isFound })
  }
  let end = 0
  for (const match of text.matchAll(WORD)) {
    add(text.slice(end, match.index), false)
    add(match[0], found.has(match[0].toLowerCase()))
    end = match.index + match[0].length
  }
  add(text.slice(end), false)
  return parts
}

/** The piece of a text around the first of the found words, on one line. */
export function excerptAround(text: string, found: ReadonlySet<string>): string {
  let first = 0
  for (const match of text.matchAll(WORD)) {
    if (!found.has(match[0].toLowerCase())) continue
    first = match.index
    break
  }
  if (first <= LEAD) return excerptOf(text)
  const from = onOneLine(text.slice(first - LEAD, first + EXCERPT_LENGTH * 4))
  // A word that was cut in two is left out.
  return `… ${cutAfter(from.slice(from.indexOf(' ') + 1), EXCERPT_LENGTH)}`
}

function cutAfter(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  const space = cut.lastIndexOf(' ')
  return `${(space > length / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`
}
