/** More words find nobody better, and each is looked for in every row. */
const MOST_WORDS = 16

/** The words of a search, each once and in composed letters, as stored texts are. */
export function searchWords(search: string): string[] {
  const words = search.normalize('NFC').split(/\s+/).filter(Boolean)
  return [...new Set(words)].slice(0, MOST_WORDS)
}
