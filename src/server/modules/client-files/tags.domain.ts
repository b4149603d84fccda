// Separators of tags in one cell, from the strongest to the weakest. A tag is one line, so it never contains the first.
const SEPARATORS = ['\n', '|', ';', ','] as const

/** The tags of a cell, split at the strongest separator in it, without duplicates. */
export function splitTags(cell: string): string[] {
  const separator = SEPARATORS.find((each) => cell.includes(each))
  const parts = separator === undefined ? [cell] : cell.split(separator)
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))]
}

/**
 * Tags as one cell, so that `splitTags` finds the same ones: joined by a separator that is stronger than any in them.
 * It is also appended to a single tag that would otherwise be split.
 */
export function joinTags(tags: readonly string[]): string {
  const strongest = SEPARATORS.findIndex((each) => tags.some((tag) => tag.includes(each)))
  if (strongest === -1) return tags.join('; ')
  const separator = SEPARATORS[strongest - 1] ?? '\n'
  return tags.length === 1 ? tags[0] + separator : tags.join(separator)
}
