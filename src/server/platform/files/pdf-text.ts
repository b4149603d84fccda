/** The fonts of a document: Latin, Greek and Cyrillic; emoji; symbols and other scripts; Chinese, Japanese, Korean and the rest. */
type Font = 'Text' | 'Emoji' | 'Other' | 'Rare'

/** Which characters each font has. */
export type Coverage = Readonly<Record<Font, ReadonlySet<number>>>

/** A part of a text in one font; the document's own needs no name. */
export type TextRun = { text: string; font?: Exclude<Font, 'Text'> }

/** In place of a character that no font has: U+FFFD, which the document's font has. */
export const REPLACEMENT = '\uFFFD'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

// An emoji, or a symbol that has an emoji form, with or without the variation selector.
const EMOJI = /^(?:\p{RGI_Emoji}|(?![©®™])\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})$/v
// What only changes the look of a neighbour, such as the joiners and selectors of emoji.
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u{E0020}-\u{E007F}]/gu
const MARK = /^\p{M}$/u
// The font of rare scripts also has boxes with numbers in them, for what nobody writes.
const LETTERS = /^[\p{L}\p{N}\p{P}\p{So}][\p{L}\p{M}\p{N}\p{P}\p{So}]*$/u

// Fonts are laid out from left to right; within a run of one of these scripts the library turns the letters around.
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const LONGEST_TURNED = 48

// The time to break a word into lines is quadratic in its length (3 s for 10,000 characters), so a long one gets places
// to break at. No word of a language is that long; addresses are.
const LONG_WORD = /\S{40,}/gu
const BREAK_EVERY = 10
const MAY_BREAK_HERE = '\u200B'

/**
 * A text as the document's fonts can draw it. Accents are composed with their letters, each emoji is one run in its
 * font, and symbols and letters of other scripts come from two more. What none of them has becomes `REPLACEMENT`, one
 * for each character that a reader sees. Controls and marks without a look are left out. Words too long for a line may
 * be broken.
 */
export function drawable(text: string, coverage: Coverage): TextRun[] {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', '    ')
    .replaceAll(/[\u2000-\u200A\u202F\u205F\u3000]/g, '\u00A0')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
  const pieces: Piece[] = []
  for (const { segment } of graphemes.segment(plain)) {
    for (const piece of piecesOf(segment, coverage)) {
      const last = pieces.at(-1)
      // Emoji stay alone: the library would break a line within two of them.
      if (last && last.font === piece.font && piece.font !== 'Emoji') last.text += piece.text
      else pieces.push({ ...piece })
    }
  }
  return withTurnedWords(pieces).flatMap(runsOf)
}

type Piece = { text: string; font: Font }

/** A piece with places to break at, where it is long. */
function runsOf({ font, text }: Piece): TextRun[] {
  const broken = font === 'Emoji' || RIGHT_TO_LEFT.test(text) ? text : text.replaceAll(LONG_WORD, breakable)
  if (font === 'Text') return [{ text: broken }]
  if (font !== 'Rare') return [{ text: broken, font }]
  // That font would draw the place to break at.
  return broken
    .split(MAY_BREAK_HERE)
    .flatMap((part, at): TextRun[] => [...(at > 0 ? [{ text: MAY_BREAK_HERE }] : []), { text: part, font }])
}

/** How one visible character is drawn: usually one piece, and its parts where no font has it as a whole. */
function piecesOf(grapheme: string, coverage: Coverage): Piece[] {
  const visible = grapheme.replaceAll(INVISIBLE, '')
  const whole = fontOf(visible, coverage)
  // Before the question whether it is an emoji, which takes long.
  if (whole === 'Text') return [{ text: visible, font: whole }]
  if (isEmoji(grapheme, coverage)) return [{ text: grapheme, font: 'Emoji' }]
  if (whole) return [{ text: visible, font: whole }]
  if (visible === '') return []
  const drawn = [...visible].flatMap((character): Piece[] => {
    if (isEmoji(character, coverage)) return [{ text: character, font: 'Emoji' }]
    const font = fontOf(character, coverage)
    // A mark that the letter's font lacks is dropped: the letter alone can still be read.
    return font && !MARK.test(character) ? [{ text: character, font }] : []
  })
  return drawn.length > 0 ? drawn : [{ text: REPLACEMENT, font: 'Text' }]
}

function isEmoji(text: string, { Emoji }: Coverage): boolean {
  return EMOJI.test(text) && [...text].every((each) => each === '\uFE0F' || Emoji.has(each.codePointAt(0)!))
}

function fontOf(text: string, coverage: Coverage): 'Text' | 'Other' | 'Rare' | undefined {
  if (text === '') return undefined
  const has = (font: Font) =>
    [...text].every((each) => each === '\n' || coverage[font].has(each.codePointAt(0)!))
  if (has('Text')) return 'Text'
  if (has('Other')) return 'Other'
  // A letter of the document's own font stays in it, without a mark that it lacks.
  if (coverage.Text.has(text.codePointAt(0)!)) return undefined
  return LETTERS.test(text) && has('Rare') ? 'Rare' : undefined
}

/**
 * Joins the words of a script written from right to left, with the spaces between them, so that the library turns them
 * around together. Longer texts, and longer words, get separate lines, each of which is turned.
 */
function withTurnedWords(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const [index, piece] of pieces.entries()) {
    const last = joined.at(-1)
    const follows = last?.font === 'Other' && RIGHT_TO_LEFT.test(last.text)
    const isGap = /^ +$/.test(piece.text) && RIGHT_TO_LEFT.test(pieces[index + 1]?.text ?? '')
    if (follows && isGap) last.text += '\u00A0'
    else if (follows && piece.font === 'Other' && last.text.endsWith('\u00A0')) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined.map((piece) =>
    RIGHT_TO_LEFT.test(piece.text) ? { ...piece, text: inLines(piece.text) } : piece,
  )
}

// Turning a word around and placing its joined letters is quadratic as well (18 s for 20,000 letters).
const LONG_TURNED_WORD = new RegExp(`\\S{${LONGEST_TURNED + 1},}`, 'gu')
const LINE_OF_WORD = new RegExp(`\\S{1,${LONGEST_TURNED}}`, 'gu')

function inLines(text: string): string {
  let length = 0
  return text
    .replaceAll(LONG_TURNED_WORD, (word) => word.match(LINE_OF_WORD)!.join('\n'))
    .split('\u00A0')
    .map((word, index) => {
      const starts = index > 0 && length + word.length > LONGEST_TURNED
      length = starts ? word.length : length + word.length + 1
      return index === 0 ? word : (starts ? '\n' : '\u00A0') + word
    })
    .join('')
}

// Before a mark only where a letter has more of them than anybody writes: at the start of a line it would be alone.
function breakable(word: string): string {
  let length = 0
  return [...word]
    .map((letter) => {
      const breaks = length >= BREAK_EVERY && (!MARK.test(letter) || length >= 2 * BREAK_EVERY)
      length = breaks ? 1 : length + 1
      return breaks ? MAY_BREAK_HERE + letter : letter
    })
    .join('')
}
