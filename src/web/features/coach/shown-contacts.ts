import type { ContactKind } from '#contract/coaches.ts'
import { schemeOf } from '#contract/links/link.ts'
import { mailLink, phoneLink, whatsappLink } from '#web/widgets/contact-links.ts'

/**
 * Where a way to reach a coach leads: an address as it stands, a number to WhatsApp or to the telephone, an e-mail to
 * a letter. Undefined for a text without a scheme, such as a user name, which is only shown (product §18). `country`
 * is the coach's: their number may stand without its code.
 */
export function contactHref(
  { kind, value }: { kind: ContactKind; value: string },
  country: string,
): string | undefined {
  if (kind === 'email') return mailLink(value)
  if (schemeOf(value) !== undefined) return value
  if (kind === 'whatsapp') return whatsappLink(value, country)
  return kind === 'phone' ? phoneLink(value) : undefined
}

/** Whether an address opens in a tab of its own. */
export function opensTab(href: string): boolean {
  return /^https?:/i.test(href)
}

/** How an address is shown: without what every address has. */
export function shownContact(value: string): string {
  return value.replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:|skype:)/i, '').replace(/\/$/, '')
}
