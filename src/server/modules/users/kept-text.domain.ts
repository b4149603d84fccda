/** A text in its stored form: NFC, and null instead of an empty one. Undefined stays undefined. */
export function keptText(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text?.normalize('NFC') || null
}

/** A list in its stored form: NFC, without duplicates, in the given order. Undefined stays undefined. */
export function keptList(entries: readonly string[] | undefined): string[] | undefined {
  return entries && [...new Set(entries.map((entry) => entry.normalize('NFC')))]
}
