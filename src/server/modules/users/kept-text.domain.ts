/** A text as it is kept: composed (NFC), and none rather than an empty one. Undefined stays undefined. */
export function keptText(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text?.normalize('NFC') || null
}

/** A list as it is kept: composed, each entry once, in the order given. Undefined stays undefined. */
export function keptList(entries: readonly string[] | undefined): string[] | undefined {
  return entries && [...new Set(entries.map((entry) => entry.normalize('NFC')))]
}
