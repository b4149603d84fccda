import { DEFAULT_COUNTRY } from '../default-country.ts'
import { line } from '../values.ts'
import { hidesCode, schemeOf } from './scheme.ts'

/** The schemes a contact link may have (issue 3, bad input). */
const ALLOWED: ReadonlySet<string> = new Set(['https', 'http', 'mailto', 'tel', 'skype'])

/**
 * Whether a text is allowed as a contact link: plain text, or an address with an allowed scheme. A web address must be
 * complete. Entities, encodings and blanks that hide a scheme are decoded first (ASVS 1.2.2).
 */
export function isLink(text: string): boolean {
  if (hidesCode(text)) return false
  const scheme = schemeOf(text)
  if (scheme === undefined) return true
  if (!ALLOWED.has(scheme)) return false
  return !scheme.startsWith('http') || (/^https?:\/\/[^/]/i.test(text.trim()) && URL.canParse(text.trim()))
}

const BARE_ADDRESS = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}\/\S+$/i

/**
 * Completes a pasted address: "meet.google.com/abc" gets its https. A name, a number, or a text that is no address is
 * unchanged; so is "ana.coach", which may be a user name.
 */
function completedLink(text: string): string {
  const trimmed = text.trim()
  return schemeOf(trimmed) === undefined && BARE_ADDRESS.test(trimmed) ? `https://${trimmed}` : text
}

/** A contact link of spec §3: a line of text whose scheme, if it has one, is allowed. Empty clears it. */
export const Link = line(0, 300).overwrite(completedLink).refine(isLink, 'link_scheme')

const isWeb = (text: string) => schemeOf(text) === 'https' || schemeOf(text) === 'http'

/** Contact links that must be a meeting address, because a room cannot be opened otherwise. */
export const MeetingAddress = Link.refine(
  (text) => text === '' || isWeb(text) || !isLink(text),
  'meeting_address',
)

/** A telephone number, or an address with one; other text is refused. Empty clears it. */
export const Telephone = Link.refine(
  (text) => text === '' || schemeOf(text) !== undefined || isNumber(text),
  'phone_number',
)

/** A written number: 7 to 15 digits (E.164) and the usual separators. */
function isNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  return /^[\d\s()+./-]+$/.test(text) && digits.length >= 7 && digits.length <= 15
}

/**
 * The digits for `https://wa.me/…` of a written number; undefined if the text is not a number (E.164 has at most 15
 * digits). Ten digits without a country code are the usual form in Mexico, the default country of spec §9.
 */
export function whatsappNumber(text: string, country: string): string | undefined {
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  if (digits.length === 10 && country === DEFAULT_COUNTRY && !/^\s*(?:\+|00)/.test(text)) return `52${digits}`
  return digits.length >= 8 && digits.length <= 15 ? digits : undefined
}
