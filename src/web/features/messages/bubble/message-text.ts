/** A part of a message: text as it is, or a link that opens what it shows. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

// What begins a link, up to the next space or bracket. Only these schemes are ever linked. The parts of an e-mail address are
// as long as RFC 5321 §4.5.3.1 lets them be: without limits 4,000 characters without a space take quadratic time.
const CANDIDATE =
  /\b(?:https?:\/\/|mailto:|www\.)[^\s<>"'`]+|\b[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,63}\b/giu
/** Belongs to the sentence, not to the address. */
const TRAILING = new Set('.,;:!?…»”\'")]}')

/** The links of a message, found in its plain text. What cannot be read as an address stays text. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const shown = withoutTrailing(found)
    const href = hrefOf(shown)
    if (href === undefined) continue
    if (index > at) parts.push({ kind: 'text', text: text.slice(at, index) })
    parts.push({ kind: 'link', text: shown, href })
    at = index + shown.length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

/** A bracket that was opened within the address is part of it: "…/Coaching_(método)". */
function withoutTrailing(found: string): string {
  let length = found.length
  while (TRAILING.has(found.charAt(length - 1))) length -= 1
  const [kept, end] = [found.slice(0, length), found.slice(length)]
  const isOpen = kept.split('(').length > kept.split(')').length
  return isOpen && end.startsWith(')') ? `${kept})` : kept
}

function hrefOf(shown: string): string | undefined {
  const isMail = !/^(?:https?:\/\/|mailto:|www\.)/i.test(shown)
  const address = isMail ? `mailto:${shown}` : /^www\./i.test(shown) ? `https://${shown}` : shown
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (!['https:', 'http:', 'mailto:'].includes(url.protocol)) return undefined
  // A name that hides where a link leads: "https://banco.mx@otro.example".
  if (url.username !== '' || url.password !== '') return undefined
  return url.protocol === 'mailto:' || url.hostname.includes('.') || url.hostname === 'localhost'
    ? url.href
    : undefined
}

const MOST_EMOJI = 3
const EMOJI = /^\p{RGI_Emoji}$/v

/** Whether a message is a few emoji and nothing else: they are shown larger. */
export function isOnlyEmoji(text: string): boolean {
  const shown = text.replaceAll(/\s/gu, '')
  // An emoji is up to 35 code units long.
  if (shown === '' || shown.length > MOST_EMOJI * 35) return false
  const signs = [...new Intl.Segmenter().segment(shown)].map(({ segment }) => segment)
  return signs.length <= MOST_EMOJI && signs.every((sign) => EMOJI.test(sign))
}
