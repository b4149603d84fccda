// Emoji and their parts (skin tones, flags, what joins them), dingbats, boxes: symbols that stand for themselves. Of
// their kind the font draws only the few that are spared.
const SYMBOL = String.raw`(?:(?![©®°™№])\p{So}|[\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}\u200D\uFE0E\uFE0F\u20E3])`
const AT_START = new RegExp(`^${SYMBOL}+ ?`, 'gmu')
const WITHIN = new RegExp(` ?${SYMBOL}+`, 'gu')

/**
 * A text as the document's font can draw it: without symbols that would be empty boxes, with arrows and narrow spaces
 * written in plain characters, accents joined to their letters. Letters of other scripts stay as they are.
 */
export function drawable(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[→⇒⟶➔➜➡]/gu, '->')
    .replaceAll(/[←⇐⟵⬅]/gu, '<-')
    .replaceAll(/[\u2000-\u200A\u202F\u205F]/gu, '\u00A0')
    .replaceAll(/[\u2028\u2029]/gu, '\n')
    .replaceAll('\t', '    ')
  return plain.replaceAll(AT_START, '').replaceAll(WITHIN, '')
}
