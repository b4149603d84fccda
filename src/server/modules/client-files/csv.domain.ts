/** The delimiters in use: usually a comma, a semicolon in countries with a decimal comma, or a tab. */
export const DELIMITERS = [',', ';', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Most cells of a line; no list of people has more, and further ones are ignored. */
const MOST_CELLS = 200

/** One line as a spreadsheet counts them. `open` if a quote was never closed, so that the cell contains the rest. */
export type CsvRecord = { cells: string[]; open: boolean }

/**
 * The records of a CSV text (RFC 4180) whose lines end in a line feed, one at a time, blank ones too. Quotes only count
 * at the beginning of a cell, and text between a closing quote and the next delimiter is kept. Nothing is dropped or
 * read twice, so that a malicious file costs no more than a valid one (ADR 16).
 */
export function* readCsv(text: string, delimiter: Delimiter): Generator<CsvRecord> {
  let cells: string[] = []
  let open = false
  for (let at = 0; at < text.length;) {
    const cell = readCell(text, at, delimiter)
    cells.push(cell.text)
    open = cell.open
    at = cell.end + 1
    if (text[cell.end] === delimiter) {
      if (cells.length === MOST_CELLS) at = nextLine(text, at)
      // A delimiter at the very end is followed by an empty cell.
      else if (at === text.length) cells.push('')
      else continue
    }
    yield { cells, open }
    cells = []
  }
}

/**
 * Reads the cell that begins at `start`; `end` is the position of its delimiter or line feed, or the end of the text.
 */
function readCell(text: string, start: number, delimiter: Delimiter) {
  if (text[start] !== '"') {
    const end = cellEnd(text, start, delimiter)
    return { text: text.slice(start, end), end, open: false }
  }
  const closing = closingQuote(text, start + 1)
  if (closing === -1) return { text: unescaped(text.slice(start + 1)), end: text.length, open: true }
  const end = cellEnd(text, closing + 1, delimiter)
  return { text: unescaped(text.slice(start + 1, closing)) + text.slice(closing + 1, end), end, open: false }
}

const LINE_FEED = 0x0a

function cellEnd(text: string, start: number, delimiter: Delimiter): number {
  const code = delimiter.charCodeAt(0)
  for (let at = start; at < text.length; at += 1) {
    const found = text.charCodeAt(at)
    if (found === code || found === LINE_FEED) return at
  }
  return text.length
}

function nextLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end + 1
}

/** The position of the quote that closes a cell: the first one that is not doubled. */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function unescaped(quoted: string): string {
  return quoted.replaceAll('""', '"')
}

// What makes a spreadsheet execute a cell, full-width characters included (OWASP, CSV injection): at the beginning of a
// cell, and after any character that another program may take for the end of one. Quotes do not help: in a
// comma-separated file that is parsed with semicolons, the quotes are in the middle of cells.
const RUNS = /^(?=["']*[=+\-@\t\r\n＝＋－＠])|(?<=[;,\t\r\n])(?=["']*[=+\-@＝＋－＠])/g
const DISARMED = /^'(?=["']*[=+\-@\t\r\n＝＋－＠])|(?<=[;,\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g

/** A cell that a spreadsheet shows and does not execute: an apostrophe is inserted before every possible formula. */
export function disarmed(cell: string): string {
  return cell.replace(RUNS, "'")
}

/** The cell as it was before `disarmed`. */
export function rearmed(cell: string): string {
  return cell.replace(DISARMED, '')
}
