import { searchWords } from '../notes/notes.domain.ts'

/** As long as the index keeps a word, in characters. */
const LONGEST_WORD = 60
/** Words up to this length are found as a whole: nearly every message has one that begins with any two letters. */
const SHORT_WORD = 2

/** A word that is searched for, as it is in the index: without accents. */
export type SoughtWord = { word: string; whole: boolean }

/** The words of a search as the index has them: it splits texts at all but letters and decimal digits. */
export function soughtWords(search: string): SoughtWord[] {
  const words = searchWords(search.replace(/[\p{Nl}\p{No}]+/gu, ' '))
  return [...new Set(words.map(folded))].map((word) => ({
    word: word.slice(0, LONGEST_WORD),
    whole: word.length <= SHORT_WORD,
  }))
}

/** What the index is asked for in a room: all words. Those of a room are stored behind the end of its id. */
export function queryFor(roomId: string, words: readonly SoughtWord[]): string {
  const end = roomId.slice(-12)
  return words.map(({ word, whole }) => `'${end}${word}'${whole ? '' : ':*'}`).join(' & ')
}

/** The words of a text that are found, as they are written there, in lower case. */
export function foundWords(text: string, sought: readonly SoughtWord[]): Set<string> {
  const written = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  return new Set([...written].filter((word) => sought.some((each) => isFound(folded(word), each))))
}

function isFound(written: string, { word, whole }: SoughtWord): boolean {
  return whole ? written === word : written.startsWith(word)
}

// As the database does it (`fold`): these letters lose their accents, and no others.
const ACCENTED = /[\u00e0-\u00e4\u00e7-\u00ef\u00f1-\u00f6\u00f9-\u00fc]/g

function folded(word: string): string {
  return word.replace(ACCENTED, (letter) => letter.normalize('NFD').charAt(0))
}
