/** Schemes that run code or contain a document: refused even if a blank or an encoding splits them. */
const DANGEROUS = /^(?:javascript|vbscript|livescript|data|blob|file|filesystem|about):/

/**
 * Characters that a browser removes from an address before it reads the scheme, and invisible ones (URL standard §4.4).
 */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu

/**
 * The scheme that a browser would read in a text, in lower case; undefined for plain text such as a user name, a number
 * or `www.example.org`.
 */
export function schemeOf(text: string): string | undefined {
  const seen = text.replace(UNSEEN, '').trimStart()
  return /^([a-z][a-z0-9+.-]*):/i.exec(seen)?.[1]?.toLowerCase()
}

/** Whether a browser, or a program that decodes the text first, would find a scheme there that runs code (ASVS 1.2.2). */
export function hidesCode(text: string): boolean {
  return readings(text).some((reading) => DANGEROUS.test(reading))
}

const ENTITIES: Readonly<Record<string, string>> = { colon: ':', tab: '', newline: '', amp: '&', sol: '/' }

/** The text as it is and after decoding entities and percent signs, each without blanks. */
function readings(text: string): string[] {
  const found = [text]
  // No program decodes more than twice on its own.
  for (let depth = 0; depth < 2; depth += 1) found.push(undone(found.at(-1) ?? ''))
  return found.map((reading) => reading.replace(UNSEEN, '').replace(/\s/g, '').toLowerCase())
}

function undone(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_, decimal: string) => character(Number(decimal)))
    .replace(/&([a-z]+);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
