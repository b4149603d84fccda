/** A stretch of text in the font of the document, or in the one that has the emoji. */
export type TextRun = { text: string; font?: 'Emoji' }

// An emoji as people know it, or a symbol that has an emoji's form, with the sign that asks for it or without.
const EMOJI = /\p{RGI_Emoji}|\p{RGI_Emoji_Flag_Sequence}|(?![©®™])\p{Extended_Pictographic}\uFE0F?/gv

// Symbols that neither font draws, and what is left of broken emoji: tones, tags, joiners, variation signs.
const EMPTY_BOX = String.raw`(?:(?![©®°™№])\p{So}|[\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}\u200D\uFE0E\uFE0F\u20E3])`
const AT_START = new RegExp(`^${EMPTY_BOX}+ ?`, 'gmu')
const WITHIN = new RegExp(` ?${EMPTY_BOX}+`, 'gu')

// The time to break a word over lines grows with the square of its length (3 s for 10,000 characters), so a long one is
// given places to break at. No word of a language is that long; addresses are.
const LONG_WORD = /\S{40,}/gu
const BREAK_EVERY = 10
const MAY_BREAK_HERE = '\u200B'

/**
 * A text as the document's fonts can draw it: emoji in theirs, without symbols that would be empty boxes, with arrows
 * and narrow spaces written in plain characters, accents joined to their letters. Letters of other scripts stay as they
 * are. Words too long for a line may be broken.
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
