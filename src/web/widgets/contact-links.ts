import { DEFAULT_COUNTRY } from '#contract/fixed-names.ts'

/** The code that a Mexican number of ten digits leaves out. */
const MEXICO = { country: DEFAULT_COUNTRY, code: '52', digits: 10 }

/** An address that WhatsApp itself hands out. */
const WHATSAPP_ADDRESS = /^https:\/\/(?:wa\.me|(?:[a-z]+\.)?whatsapp\.com)\/\S+$/i

/**
 * The address that writes to somebody by WhatsApp, from a number as people write it or from the address itself;
 * undefined when it is not a number. A number without a country code is one of Mexico, unless the person lives elsewhere.
 */
export function whatsappLink(number: string | null, country: string | null = null): string | undefined {
  if (number !== null && WHATSAPP_ADDRESS.test(number.trim())) return number.trim()
  const digits = digitsOf(number)
  if (digits === undefined) return undefined
  const isShort = digits.length === MEXICO.digits && !number?.trim().startsWith('+')
  const isMexican = country === null || country === MEXICO.country
  return `https://wa.me/${isShort && isMexican ? MEXICO.code : ''}${digits.replace(/^00/, '')}`
}

/** The address that calls a number; undefined when what stands there is none. */
export function phoneLink(number: string | null): string | undefined {
  const digits = digitsOf(number)
  return digits === undefined ? undefined : `tel:${number?.trim().startsWith('+') ? '+' : ''}${digits}`
}

export const mailLink = (email: string) => `mailto:${email}`

/** Between seven and fifteen (E.164) among what people put between them. */
function digitsOf(number: string | null): string | undefined {
  if (number === null || !/^[\d\s()+./-]+$/.test(number)) return undefined
  const digits = number.replaceAll(/\D/g, '')
  return digits.length >= 7 && digits.length <= 17 ? digits : undefined
}
