import type { Accent } from '#contract/account/accents.ts'
import { escapeHtml } from '../../html.ts'
import type { MailContent, Practice } from './mail-content.ts'
import { LEAD, type Look, NOTE, SANS, TEXT, codeOf, linkOf } from './mail-styles.ts'

// The parts of a mail as HTML. Outlook renders with Word: it knows tables, cells with a padding and a ground, and the
// margins of paragraphs and lists; of a span or a link it drops padding and size.

/** The name by which the HTML part shows the logo that the mail carries. */
export const LOGO_CID = 'logo@norte'

const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`

/** The parts in their order, each a paragraph, a list or a table. */
export function blocksOf(content: MailContent, accent: Accent): string[] {
  const { greeting, lead, code, details, prose, lists = [], button, calendars, notes, mute } = content
  return [
    paragraph(greeting, TEXT),
    `<h1 class="${LEAD.name}" style="margin:0 0 16px;${LEAD.style}">${escapeHtml(lead)}</h1>`,
    code === undefined ? '' : paragraph(code, codeOf(accent)),
    details.length > 0 ? detailsOf(details, linkOf(accent)) : '',
    prose ? heading(prose.title) + paragraph(prose.text, TEXT) : '',
    ...lists.map(listOf),
    button ? buttonOf(button, accent) : '',
    calendars ? calendarsOf(calendars, linkOf(accent)) : '',
    ...notes.map((note) => paragraph(note, NOTE)),
    button ? fallbackOf(button) : '',
    paragraph(content.signature, NOTE),
    mute ? paragraphOf(anchor(mute.url, mute.label, NOTE), NOTE) : '',
  ].filter(Boolean)
}

/**
 * The head of a practice's mail. The logo has a white ground in both schemes: as a picture, because Gmail would darken a
 * colour. The names are beside it, or below where a phone has no room. Outlook needs the picture's size as attributes.
 */
export function headOf({ coach, company, accent, logo }: Practice): string {
  const plate =
    logo &&
    table(
      'align="left"',
      `<tr><td bgcolor="#ffffff" style="padding:6px 8px;border-radius:10px;background-color:#ffffff;background-image:linear-gradient(#ffffff,#ffffff);">` +
        `<img src="cid:${LOGO_CID}" alt="" width="${logo.width}" height="${logo.height}" style="display:block;border:0;"></td>` +
        `<td width="14" style="font-size:0;line-height:0;">&nbsp;</td></tr>`,
    )
  const names =
    `<strong style="color:#ffffff;font-size:16px;">${escapeHtml(coach)}</strong>` +
    (company === null ? '' : `<br><span style="color:#ffffff;font-size:13px;">${escapeHtml(company)}</span>`)
  return (
    `<tr><td class="head" align="left" bgcolor="${accent.deep}" style="padding:18px 24px;border-radius:15px 15px 0 0;background-color:${accent.deep};color:#ffffff;line-height:1.4;${SANS}overflow-wrap:anywhere;">` +
    (plate ?? '') +
    table('align="left"', `<tr><td style="padding:6px 0;color:#ffffff;${SANS}">${names}</td></tr>`) +
    `</td></tr>\n`
  )
}

/**
 * Norte's mark and name on the ground of the card, so that it looks like no practice. The mark is a letter in a ring: a
 * mail with a code carries no picture, and shows the same with pictures turned off.
 */
export function ownHead({ deep, primary }: Accent): string {
  const mark =
    `<span class="link" aria-hidden="true" style="display:inline-block;margin:0 10px 0 0;padding:0 8px;border:2px solid ${primary};` +
    `border-radius:99px;color:${primary};font-size:14px;font-weight:700;line-height:24px;vertical-align:middle;">N</span>`
  return (
    `<tr><td class="head" align="left" style="padding:24px 24px 0;${SANS}">${mark}` +
    `<strong class="text" style="color:${deep};font-size:18px;vertical-align:middle;">Norte</strong></td></tr>\n`
  )
}

function paragraphOf(html: string, { name, style }: Look): string {
  return `<p class="${name}" style="margin:0 0 16px;${style}">${html}</p>`
}

const paragraph = (text: string, look: Look): string => paragraphOf(withBreaks(text), look)

const heading = (title: string): string =>
  `<p class="${NOTE.name}" style="margin:0 0 8px;${NOTE.style}">${escapeHtml(title)}</p>`

// Word knows no white-space.
const withBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const anchor = (url: string, label: string, { name, style }: Look): string =>
  `<a href="${escapeHtml(url)}" class="${name}" style="${style}">${escapeHtml(label)}</a>`

// Each label above its value, because a phone has no room for both on a line.
function detailsOf(details: MailContent['details'], link: Look): string {
  const rows = details.map(
    ({ label, value }) =>
      `<tr><td align="left" style="padding:0 0 12px;${SANS}"><span class="${NOTE.name}" style="${NOTE.style}">${escapeHtml(label)}</span><br>` +
      `<span class="${TEXT.name}" style="${TEXT.style}">${linked(value, link)}</span></td></tr>`,
  )
  return table('width="100%" style="table-layout:fixed;margin:0 0 8px;"', rows.join('\n'))
}

function listOf({ title, items }: NonNullable<MailContent['lists']>[number]): string {
  const rows = items.map((item) => `<li style="margin:0 0 6px;">${withBreaks(item)}</li>`)
  return (
    heading(title) +
    `<ul class="${TEXT.name}" style="margin:0 0 20px 20px;padding:0;${TEXT.style}">${rows.join('')}</ul>`
  )
}

function calendarsOf({ title, links }: NonNullable<MailContent['calendars']>, link: Look): string {
  const shown = links.map(({ label, url }) => anchor(url, label, link))
  return paragraphOf(`${escapeHtml(title)}: ${shown.join(' · ')}`, NOTE)
}

/** "10:00–11:00", with the no-break space and the mark of the hour where the language has it. */
const FROM_TO = /\d{1,2}:\d{2}–\d{1,2}:\d{2}(?:\u00a0h)?/g

// A value that is a web address becomes a link; addresses inside other text do not. No line ends within a time from one
// hour to another: a mail program would end it after the dash.
function linked(value: string, link: Look): string {
  if (/^https:\/\/\S+$/.test(value)) return anchor(value, value, link)
  return withBreaks(value).replace(FROM_TO, '<span style="white-space:nowrap;">$&</span>')
}

// A cell with a ground and, for Word, its padding: pressing works on the whole button elsewhere, on its words in Word.
function buttonOf({ label, url }: NonNullable<MailContent['button']>, { primary }: Accent): string {
  const words =
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;` +
    `background-color:${primary};color:#ffffff;font-size:15px;line-height:1.4;font-weight:600;text-decoration:none;${SANS}">${escapeHtml(label)}</a>`
  return table(
    'style="margin:0 0 20px;"',
    `<tr><td align="center" bgcolor="${primary}" style="border-radius:10px;background-color:${primary};mso-padding-alt:12px 20px;">${words}</td></tr>`,
  )
}

// After what there is to say: few need it.
function fallbackOf({ url, fallback }: NonNullable<MailContent['button']>): string {
  return paragraphOf(`${escapeHtml(fallback)}<br>${anchor(url, url, NOTE)}`, NOTE)
}
