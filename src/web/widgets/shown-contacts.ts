import type { ContactKind } from '#contract/coaches.ts'
import { schemeOf } from '#contract/links/scheme.ts'
import { mailLink, phoneLink, whatsappLink } from './contact-links.ts'

/**
 * The link for a coach's contact: a URL unchanged, a phone number as WhatsApp or `tel:`, an e-mail as `mailto:`.
 * Undefined for text without a scheme, such as a user name, which is only shown (product §18). `country` is the
 * coach's: their number may lack its country code.
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

/** Whether a link opens in a new tab. */
export function opensTab(href: string): boolean {
  return /^https?:/i.test(href)
}

/** The displayed form of a link: without the scheme. */
export function shownContact(value: string): string {
  return value.replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:|skype:)/i, '').replace(/\/$/, '')
}
