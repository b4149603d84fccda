import { DEFAULT_ACCENT } from '#contract/account/accents.ts'
import { escapeHtml } from '../../html.ts'
import { blocksOf, headOf, ownHead } from './mail-blocks.ts'
import type { MailContent } from './mail-content.ts'
import { SANS, mailStyles } from './mail-styles.ts'

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

/** The longest text that lists of mails show beside the subject. */
const PREVIEW = 140
/** What follows the preview would be shown after it. */
const REST = '&#847;&zwnj;&nbsp;'.repeat(80)

// Only what Gmail, Outlook and Apple Mail all show: tables, inline styles, plain colours; the rest is in a stylesheet that
// may be dropped. The card is as wide as a phone of 360 px or 560 px at most: Word, which knows no greatest width, gets a
// table of that width around it. Long words break if necessary. Gmail drops the body's own style.
function htmlOf(content: MailContent): string {
  const { language, practice, code, subject, lead } = content
  // A code is in the text once, where it is copied from.
  const title = code === undefined ? subject : 'Norte'
  const accent = practice?.accent ?? DEFAULT_ACCENT
  const top = practice ? '' : `border-top:4px solid ${accent.primary};`
  return `<!doctype html>
<html lang="${escapeHtml(language)}" xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td,p,h1,li,a,span,strong{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->
<style>${mailStyles(accent)}</style></head>
<body class="page" style="margin:0;padding:0;background-color:#f6f7fb;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(lead.slice(0, PREVIEW))}${REST}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f7fb" style="table-layout:fixed;background-color:#f6f7fb;"><tr><td align="center" style="padding:24px 12px;">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="table-layout:fixed;max-width:560px;background-color:#ffffff;border:1px solid #e6e8ef;${top}border-radius:16px;">
${practice ? headOf(practice) : ownHead(accent)}<tr><td align="left" style="padding:28px 24px 12px;${SANS}overflow-wrap:anywhere;">
${blocksOf(content, accent).join('\n')}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

// Further lines of an item are indented like its first.
const bulleted = (item: string): string => `- ${item.replaceAll('\n', '\n  ')}`
