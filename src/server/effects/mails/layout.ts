import { type Accent, DEFAULT_ACCENT } from '#contract/account/accents.ts'
import { escapeHtml } from '../../html.ts'

/** The content of a mail, as plain text in parts; `layOut` renders both formats. */
export type MailContent = {
  language: string
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

/** The name by which the HTML part shows the logo that the mail carries. */
export const LOGO_CID = 'logo@norte'

/** Who a mail comes from: the names, the colours, and the size of the logo that the mail carries. */
export type Practice = {
  coach: string
  company: string | null
  accent: Accent
  logo: { width: number; height: number } | null
}

/** A mail's text and HTML part. Everything is escaped here, so that a name or a reason is shown as it was typed. */
export function layOut(content: MailContent): { text: string; html: string } {
  return { text: textOf(content), html: htmlOf(content) }
}

function textOf(content: MailContent): string {
  const {
    practice,
    greeting,
    lead,
    code,
    details,
    prose,
    lists = [],
    button,
    calendars,
    notes,
    mute,
  } = content
  const from = practice ? [practice.coach, practice.company ?? ''].filter(Boolean).join('\n') : ''
  const blocks = [
    greeting,
    lead,
    code ?? '',
    details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    prose ? `${prose.title}:\n${prose.text}` : '',
    ...lists.map(({ title, items }) => [`${title}:`, ...items.map(bulleted)].join('\n')),
    button ? `${button.label}:\n${button.url}` : '',
    calendars
      ? [`${calendars.title}:`, ...calendars.links.map(({ label, url }) => `${label}: ${url}`)].join('\n')
      : '',
    ...notes,
    from,
    content.signature,
    mute ? `${mute.label}:\n${mute.url}` : '',
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

// Mail programs support tables and inline styles; those that support a stylesheet get the dark colours from it. No
// colour here consists of digits only, so that only the code itself looks like one. Nothing has a fixed width, and long
// words break if necessary: a mail fits a phone of 360 px.
function htmlOf(content: MailContent): string {
  const {
    language,
    practice,
    greeting,
    lead,
    code,
    details,
    prose,
    lists = [],
    button,
    calendars,
    notes,
    mute,
  } = content
  const accent = practice?.accent ?? DEFAULT_ACCENT
  const link = linkStyle(accent)
  const body = [
    paragraph(greeting, TEXT),
    paragraph(lead, LEAD),
    code === undefined ? '' : paragraph(code, codeOf(accent)),
    details.length > 0 ? detailsOf(details, link) : '',
    prose ? proseOf(prose) : '',
    ...lists.map(listOf),
    button ? buttonOf(button, accent) : '',
    calendars ? calendarsOf(calendars, link) : '',
    ...notes.map((note) => paragraph(note, NOTE)),
    button ? fallbackOf(button) : '',
    paragraph(content.signature, NOTE),
    mute ? muteOf(mute) : '',
  ]
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>${darkStyles(accent)}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f6f7fb;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;max-width:560px;background:#ffffff;border:1px solid #e6e8ef;${practice ? '' : `border-top:4px solid ${accent.primary};`}border-radius:16px;">
${practice ? headOf(practice) : ownHead(accent)}<tr><td align="left" style="padding:28px 24px 12px;${SANS}overflow-wrap:anywhere;">
${body.filter(Boolean).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** The style of a text: its class, which the dark stylesheet uses, and its inline style. */
type Look = { name: string; style: string }

const TEXT: Look = { name: 'text', style: 'font-size:15px;line-height:1.5;color:#14171f;' }
const LEAD: Look = { name: 'text', style: 'font-size:17px;line-height:1.5;font-weight:600;color:#14171f;' }
const NOTE: Look = { name: 'note', style: 'font-size:13px;line-height:1.5;color:#5b6477;' }
const SANS = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

const codeOf = ({ deep }: Accent): Look => ({
  name: 'code',
  style: `font-size:32px;line-height:1.25;font-weight:700;letter-spacing:0.2em;color:${deep};`,
})
const linkStyle = ({ primary }: Accent) => `class="link" style="color:${primary};"`

// The neutral colours of the product's dark scheme, and the accent's colour for text in it (design.md).
function darkStyles({ secondary }: Accent): string {
  return (
    '@media (prefers-color-scheme:dark){' +
    '.page{background:#12141a!important}' +
    `.card{background:#191c24!important;border-color:#2b2f3a!important;border-top-color:${secondary}!important}` +
    `.text{color:#f2f4f8!important}.note{color:#a3abbd!important}.code,.link{color:${secondary}!important}}`
  )
}

// The logo has a white ground in both schemes, the names beside it, or below where a phone has no room. Outlook takes the
// first of the two backgrounds and needs the picture's size as attributes.
function headOf({ coach, company, accent, logo }: Practice): string {
  const ground = `background:${accent.deep};background-image:linear-gradient(100deg,${accent.deep},${accent.primary});`
  const picture =
    logo &&
    `<span style="display:inline-block;margin:4px 14px 4px 0;padding:6px 8px;border-radius:10px;background:#ffffff;vertical-align:middle;">` +
      `<img src="cid:${LOGO_CID}" alt="" width="${logo.width}" height="${logo.height}" style="display:block;border:0;"></span>`
  const names =
    `<strong style="font-size:16px;">${escapeHtml(coach)}</strong>` +
    (company === null ? '' : `<br><span style="font-size:13px;">${escapeHtml(company)}</span>`)
  return (
    `<tr><td class="head" align="left" bgcolor="${accent.deep}" style="padding:14px 24px;border-radius:15px 15px 0 0;${ground}color:#ffffff;line-height:1.4;${SANS}overflow-wrap:anywhere;">` +
    `${picture ?? ''}<span style="display:inline-block;margin:4px 0;color:#ffffff;vertical-align:middle;">${names}</span></td></tr>\n`
  )
}

// Norte's mark and name on the ground of the card, so that it looks like no practice. The mark is a letter in a ring: a
// mail with a code carries no picture, and shows the same with pictures turned off.
function ownHead({ deep, primary }: Accent): string {
  const mark =
    `<span class="link" aria-hidden="true" style="display:inline-block;margin:0 10px 0 0;padding:0 8px;border:2px solid ${primary};` +
    `border-radius:99px;color:${primary};font-size:14px;font-weight:700;line-height:24px;vertical-align:middle;">N</span>`
  return (
    `<tr><td class="head" align="left" style="padding:24px 24px 0;${SANS}">${mark}` +
    `<strong class="text" style="color:${deep};font-size:18px;vertical-align:middle;">Norte</strong></td></tr>\n`
  )
}

function paragraph(text: string, { name, style }: Look): string {
  return `<p class="${name}" style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`
}

// Each label above its value, because a phone has no room for both on a line.
function detailsOf(details: MailContent['details'], link: string): string {
  const rows = details.map(
    ({ label, value }) =>
      `<p style="margin:0 0 12px;"><span class="${NOTE.name}" style="${NOTE.style}">${escapeHtml(label)}</span><br>` +
      `<span class="${TEXT.name}" style="${TEXT.style}">${linked(value, link)}</span></p>`,
  )
  return `<div style="margin:0 0 20px;">${rows.join('\n')}</div>`
}

function proseOf({ title, text }: NonNullable<MailContent['prose']>): string {
  const kept = { ...TEXT, style: `${TEXT.style}white-space:pre-line;` }
  return headingOf(title) + paragraph(text, kept)
}

function headingOf(title: string): string {
  return `<p class="${NOTE.name}" style="margin:0 0 8px;${NOTE.style}">${escapeHtml(title)}</p>`
}

// Further lines of an item are indented like its first.
const bulleted = (item: string): string => `- ${item.replaceAll('\n', '\n  ')}`

function listOf({ title, items }: NonNullable<MailContent['lists']>[number]): string {
  const rows = items.map(
    (item) => `<li style="margin:0 0 6px;white-space:pre-line;">${escapeHtml(item)}</li>`,
  )
  return (
    headingOf(title) +
    `<ul class="${TEXT.name}" style="margin:0 0 20px;padding:0 0 0 20px;${TEXT.style}">${rows.join('')}</ul>`
  )
}

function calendarsOf({ title, links }: NonNullable<MailContent['calendars']>, link: string): string {
  const shown = links.map(({ label, url }) => `<a href="${escapeHtml(url)}" ${link}>${escapeHtml(label)}</a>`)
  return `<p class="${NOTE.name}" style="margin:0 0 16px;${NOTE.style}">${escapeHtml(title)}: ${shown.join(' · ')}</p>`
}

/** "10:00–11:00", with the no-break space and the mark of the hour where the language has it. */
const FROM_TO = /\d{1,2}:\d{2}–\d{1,2}:\d{2}(?:\u00a0h)?/g

// A value that is a web address becomes a link; addresses inside other text do not. No line ends within a time from one
// hour to another: a mail program would end it after the dash.
function linked(value: string, link: string): string {
  const shown = escapeHtml(value)
  if (/^https:\/\/\S+$/.test(value)) return `<a href="${shown}" ${link}>${shown}</a>`
  return shown.replace(FROM_TO, '<span style="white-space:nowrap;">$&</span>')
}

function buttonOf({ label, url }: NonNullable<MailContent['button']>, { primary }: Accent): string {
  return (
    `<p style="margin:0 0 20px;"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;` +
    `background:${primary};color:#ffffff;font-size:15px;font-weight:600;text-decoration:none;">${escapeHtml(label)}</a></p>`
  )
}

// After what there is to say: few need it.
function fallbackOf({ url, fallback }: NonNullable<MailContent['button']>): string {
  const address = escapeHtml(url)
  return (
    `<p class="${NOTE.name}" style="margin:0 0 16px;${NOTE.style}">${escapeHtml(fallback)}<br>` +
    `<a href="${address}" class="${NOTE.name}" style="color:#5b6477;">${address}</a></p>`
  )
}

function muteOf({ label, url }: NonNullable<MailContent['mute']>): string {
  return (
    `<p class="${NOTE.name}" style="margin:0 0 16px;${NOTE.style}">` +
    `<a href="${escapeHtml(url)}" class="${NOTE.name}" style="color:#5b6477;">${escapeHtml(label)}</a></p>`
  )
}
