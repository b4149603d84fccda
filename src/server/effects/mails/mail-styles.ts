import type { Accent } from '#contract/account/accents.ts'

/** The style of a text: its class, which the dark stylesheet uses, and its inline style. */
export type Look = { name: string; style: string }

export const SANS = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

// No colour here consists of digits only, so that only the code itself looks like one.
export const TEXT: Look = { name: 'text', style: 'font-size:15px;line-height:1.5;color:#14171f;' }
export const LEAD: Look = {
  name: 'text',
  style: 'font-size:17px;line-height:1.5;font-weight:600;color:#14171f;',
}
export const NOTE: Look = { name: 'note', style: 'font-size:13px;line-height:1.5;color:#5b6477;' }

export const codeOf = ({ deep }: Accent): Look => ({
  name: 'code',
  style: `font-size:32px;line-height:1.25;font-weight:700;letter-spacing:0.2em;color:${deep};`,
})

export const linkOf = ({ primary }: Accent): Look => ({ name: 'link', style: `color:${primary};` })

/**
 * What a mail has beside its inline styles, for the programs that read a stylesheet: the neutral colours of the product's
 * dark scheme and the accent's colour for text in it (design.md). Apple Mail and Thunderbird follow the media query,
 * Outlook for phones and the web marks the text and the grounds that it has changed with attributes. Gmail reads neither
 * and inverts colours itself, so text and its ground are always plain colours that are inverted together.
 */
export function mailStyles({ secondary }: Accent): string {
  const grounds = {
    '.page': 'background-color:#12141a!important',
    '.card':
      'background-color:#191c24!important;border-color:#2b2f3a!important' +
      `;border-top-color:${secondary}!important`,
  }
  const texts = {
    '.text': 'color:#f2f4f8!important',
    '.note': 'color:#a3abbd!important',
    '.code,.link': `color:${secondary}!important`,
  }
  const rules = (of: Record<string, string>, within = '') =>
    Object.entries(of)
      .map(
        ([names, rule]) =>
          `${names
            .split(',')
            .map((name) => within + name)
            .join(',')}{${rule}}`,
      )
      .join('')
  return (
    ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
    `@media (prefers-color-scheme:dark){${rules(grounds)}${rules(texts)}}` +
    rules(grounds, '[data-ogsb] ') +
    rules(texts, '[data-ogsc] ')
  )
}
