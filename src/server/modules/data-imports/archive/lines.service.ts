import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ImportRefused } from '../data-imports.domain.ts'

/** The longest row: a text of 20,000 characters, none of which has more than three bytes for each unit, and its other columns. */
export const MOST_ROW_BYTES = 65_536
/** The longest row with a document: what a call takes of one, as the database writes it, and its words once more. */
export const MOST_DOCUMENT_BYTES = 1_572_864

const NEW_LINE = 0x0a
/** The brackets, on separate lines. */
const [OPEN, CLOSE] = ['[', ']']

/**
 * The rows of a table as an archive writes them, one on each line between two brackets. They are as many as it says, and
 * their bytes have the sum that it says. Other requests go on between some rows, however they are packed.
 * @throws ImportRefused
 */
export async function* readLines(
  content: Readable,
  { rows, sha256, mostRowBytes }: { rows: number; sha256: string; mostRowBytes: number },
): AsyncGenerator<{ row: unknown; number: number }> {
  const hash = createHash('sha256')
  const lines = createLines(mostRowBytes)
  let number = 0
  let isOpen = false
  let isClosed = false
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    for (const line of lines.of(chunk)) {
      if (!isOpen) {
        if (line !== OPEN) throw damaged()
        isOpen = true
      } else if (line === CLOSE && !isClosed) {
        isClosed = true
      } else {
        if (isClosed || number === rows) throw damaged()
        number += 1
        yield { row: parsed(line.endsWith(',') ? line.slice(0, -1) : line), number }
      }
    }
    // Pieces that were unpacked already come without a turn of the event loop in between.
    await nextTurn()
  }
  if (lines.hasRest() || !isClosed || number !== rows || hash.digest('hex') !== sha256) throw damaged()
}

/** Cuts pieces into lines. Each byte is looked at once, also of a line that comes in many pieces. */
function createLines(mostRowBytes: number) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let pieces: Buffer[] = []
  let bytes = 0
  const add = (piece: Buffer) => {
    bytes += piece.length
    if (bytes > mostRowBytes) throw new ImportRefused('practice_import.too_big')
    if (piece.length > 0) pieces.push(piece)
  }
  return {
    *of(chunk: Buffer): Generator<string> {
      let from = 0
      for (let to = chunk.indexOf(NEW_LINE); to !== -1; to = chunk.indexOf(NEW_LINE, from)) {
        add(chunk.subarray(from, to))
        const line = Buffer.concat(pieces)
        pieces = []
        bytes = 0
        from = to + 1
        yield decoded(decoder, line)
      }
      add(chunk.subarray(from))
    },
    hasRest: () => bytes > 0,
  }
}

const damaged = () => new ImportRefused('practice_import.damaged')

function decoded(decoder: TextDecoder, line: Buffer): string {
  try {
    return decoder.decode(line)
  } catch {
    throw damaged()
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    throw damaged()
  }
}
