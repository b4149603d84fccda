import { DEFAULT_COUNTRY } from '#contract/default-country.ts'

/** The country code that is missing from a Mexican number of ten digits. */
const MEXICO = { country: DEFAULT_COUNTRY, code: '52', digits: 10 }

/** A link as WhatsApp itself creates them. */
const WHATSAPP_ADDRESS = /^https:\/\/(?:wa\.me|(?:[a-z]+\.)?whatsapp\.com)\/\S+$/i

/**
 * The WhatsApp link for a phone number as people write it, or for a WhatsApp link; undefined if it is not a number. A
 * number without a country code counts as Mexican, unless the person lives elsewhere.
 */
export function whatsappLink(number: string | null, country: string | null = null): string | undefined {
  if (number !== null && WHATSAPP_ADDRESS.test(number.trim())) return number.trim()
  const digits = digitsOf(number)
  if (digits === undefined) return undefined
  const isShort = digits.length === MEXICO.digits && !number?.trim().startsWith('+')
  const isMexican = country === null || country === MEXICO.country
  return `https://wa.me/${isShort && isMexican ? MEXICO.code : ''}${digits.replace(/^00/, '')}`
}

/** The `tel:` link for a number; undefined if it is not a number. */
export function phoneLink(number: string | null): string | undefined {
  const digits = digitsOf(number)
  return digits === undefined ? undefined : `tel:${number?.trim().startsWith('+') ? '+' : ''}${digits}`
}

export const mailLink = (email: string) => `mailto:${email}`

/** Seven to fifteen digits (E.164), ignoring the separators that people type. */
function digitsOf(number: string | null): string | undefined {
  if (number === null || !/^[\d\s()+./-]+$/.test(number)) return undefined
  const digits = number.replaceAll(/\D/g, '')
  return digits.length >= 7 && digits.length <= 17 ? digits : undefined
}
