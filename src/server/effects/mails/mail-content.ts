import type { Accent } from '#contract/account/accents.ts'

/** The content of a mail, as plain text in parts; `layOut` renders both formats. */
export type MailContent = {
  language: string
  subject: string
  /** Of a mail that comes from a practice; the others are Norte's own. */
  practice?: Practice
  greeting: string
  lead: string
  /** Shown large, to be copied by hand. */
  code?: string
  details: { label: string; value: string }[]
  /** A long text that a person wrote; its line breaks are kept. */
  prose?: { title: string; text: string }
  /** Of an item with several lines, the line breaks are kept. */
  lists?: { title: string; items: string[] }[]
  button?: { label: string; url: string; fallback: string }
  /** Calendars with an address that adds the entry. */
  calendars?: { title: string; links: { label: string; url: string }[] }
  notes: string[]
  signature: string
  /** The unsubscribe link of this kind of mails. */
  mute?: { label: string; url: string }
}

/** Who a mail comes from: the names, the colours, and the size of the logo that the mail carries. */
export type Practice = {
  coach: string
  company: string | null
  accent: Accent
  logo: { width: number; height: number } | null
}
