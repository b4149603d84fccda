import { escapeHtml } from '../../html.ts'

/** What a mail says, as plain text in parts; `layOut` gives it its two shapes. */
export type MailContent = {
  language: string
  greeting: string
  lead: string
  /** Shown large, to be copied by hand. */
  code?: string
  details: { label: string; value: string }[]
  /** What somebody wrote at length; its line breaks stay. */
  prose?: string
  list?: { title: string; items: string[] }
  button?: { label: string; url: string; fallback: string }
  /** Calendars that take it over by an address. */
  calendars?: { title: string; links: { label: string; url: string }[] }
  notes: string[]
  signature: string
}

/** A mail's text and HTML part. Everything is escaped here, so a name or a reason is shown as it was typed. */
export function layOut(content: MailContent): { text: string; html: string } {
  return { text: textOf(content), html: htmlOf(content) }
}

function textOf(content: MailContent): string {
  const { greeting, lead, code, details, prose, list, button, calendars, notes, signature } = content
  const blocks = [
    greeting,
    lead,
    code ?? '',
    details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    prose ?? '',
    list ? [`${list.title}:`, ...list.items.map((item) => `- ${item}`)].join('\n') : '',
    button ? `${button.label}:\n${button.url}` : '',
    calendars
      ? [`${calendars.title}:`, ...calendars.links.map(({ label, url }) => `${label}: ${url}`)].join('\n')
      : '',
    ...notes,
    signature,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

// Mail programs know tables and inline styles, and little else. No color here is written in digits alone, so that
// nothing but the code itself looks like one.
function htmlOf(content: MailContent): string {
  const { language, greeting, lead, code, details, prose, list, button, calendars, notes, signature } =
    content
  const paragraph = (text: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`
  const body = [
    paragraph(greeting, TEXT),
    paragraph(lead, LEAD),
    code === undefined ? '' : paragraph(code, CODE),
    details.length > 0 ? table(details) : '',
    prose ? paragraph(prose, `${TEXT}white-space:pre-line;`) : '',
    list ? listOf(list) : '',
    button ? buttonOf(button) : '',
    calendars ? calendarsOf(calendars) : '',
    ...notes.map((note) => paragraph(note, NOTE)),
    paragraph(signature, NOTE),
  ]
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px 12px;background:#f6f7fb;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e6e8ef;border-top:4px solid #2563eb;border-radius:16px;">
<tr><td style="padding:32px 28px 16px;font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;">
${body.filter(Boolean).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

const TEXT = 'font-size:15px;line-height:1.5;color:#14171f;'
const LEAD = 'font-size:17px;line-height:1.5;font-weight:600;color:#14171f;'
const CODE = 'font-size:32px;line-height:1.25;font-weight:700;letter-spacing:0.2em;color:#0b2e6f;'
const NOTE = 'font-size:13px;line-height:1.5;color:#5b6477;'

function table(details: MailContent['details']): string {
  const rows = details.map(
    ({ label, value }) =>
      `<tr><td style="padding:6px 16px 6px 0;vertical-align:top;white-space:nowrap;${NOTE}">${escapeHtml(label)}</td>` +
      `<td style="padding:6px 0;${TEXT}">${linked(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;">${rows.join('\n')}</table>`
}

function listOf({ title, items }: NonNullable<MailContent['list']>): string {
  const rows = items.map((item) => `<li style="margin:0 0 6px;">${escapeHtml(item)}</li>`)
  return (
    `<p style="margin:0 0 8px;${NOTE}">${escapeHtml(title)}</p>` +
    `<ul style="margin:0 0 20px;padding:0 0 0 20px;${TEXT}">${rows.join('')}</ul>`
  )
}

function calendarsOf({ title, links }: NonNullable<MailContent['calendars']>): string {
  const shown = links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="color:#2563eb;">${escapeHtml(label)}</a>`,
  )
  return `<p style="margin:0 0 16px;${NOTE}">${escapeHtml(title)}: ${shown.join(' · ')}</p>`
}

// A value that is a web address as a whole can be opened; nothing inside other text becomes a link.
function linked(value: string): string {
  const shown = escapeHtml(value)
  return /^https:\/\/\S+$/.test(value) ? `<a href="${shown}" style="color:#2563eb;">${shown}</a>` : shown
}

function buttonOf({ label, url, fallback }: NonNullable<MailContent['button']>): string {
  const address = escapeHtml(url)
  return (
    `<p style="margin:0 0 20px;"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:10px;` +
    `background:#2563eb;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none;">${escapeHtml(label)}</a></p>` +
    `<p style="margin:0 0 16px;word-break:break-all;${NOTE}">${escapeHtml(fallback)}<br>` +
    `<a href="${address}" style="color:#5b6477;">${address}</a></p>`
  )
}
