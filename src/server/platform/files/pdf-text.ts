/** A part of a text in the document's font, or in the emoji font. */
export type TextRun = { text: string; font?: 'Emoji' }

// An emoji, or a symbol that has an emoji form, with or without the variation selector.
const EMOJI = /\p{RGI_Emoji}|\p{RGI_Emoji_Flag_Sequence}|(?![©®™])\p{Extended_Pictographic}\uFE0F?/gv

// Symbols that neither font has, and the rest of broken emoji: skin tones, tags, joiners, variation selectors.
const EMPTY_BOX = String.raw`(?:(?![©®°™№])\p{So}|[\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}\u200D\uFE0E\uFE0F\u20E3])`
const AT_START = new RegExp(`^${EMPTY_BOX}+ ?`, 'gmu')
const WITHIN = new RegExp(` ?${EMPTY_BOX}+`, 'gu')

// The time to break a word into lines is quadratic in its length (3 s for 10,000 characters), so a long one gets places
// to break at. No word of a language is that long; addresses are.
const LONG_WORD = /\S{40,}/gu
const BREAK_EVERY = 10
const MAY_BREAK_HERE = '\u200B'

/**
 * A text as the document's fonts can draw it: emoji in their font, without symbols that would be empty boxes, with
 * arrows and narrow spaces replaced by plain characters, accents composed with their letters. Letters of other scripts
 * are kept. Words too long for a line may be broken.
 */
export function drawable(text: string): TextRun[] {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[→⇒⟶➔➜➡]\uFE0F?/gu, '->')
    .replaceAll(/[←⇐⟵⬅]\uFE0F?/gu, '<-')
    .replaceAll(/[\u2000-\u200A\u202F\u205F]/gu, '\u00A0')
    .replaceAll(/[\u2028\u2029]/gu, '\n')
    .replaceAll('\t', '    ')
  const runs: TextRun[] = []
  let from = 0
  for (const { 0: emoji, index } of plain.matchAll(EMOJI)) {
    runs.push({ text: inDocumentFont(plain.slice(from, index)) }, { text: emoji, font: 'Emoji' })
    from = index + emoji.length
  }
  runs.push({ text: inDocumentFont(plain.slice(from)) })
  return runs.filter((run) => run.text !== '')
}

function inDocumentFont(text: string): string {
  return text.replaceAll(AT_START, '').replaceAll(WITHIN, '').replaceAll(LONG_WORD, breakable)
}

function breakable(word: string): string {
  const letters = [...word]
  return letters
    .map((letter, at) => (at > 0 && at % BREAK_EVERY === 0 ? MAY_BREAK_HERE + letter : letter))
    .join('')
}
