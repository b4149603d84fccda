import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ImportRefused } from '../data-imports.domain.ts'

/** The longest row: a note of 50,000 characters, each with a separate mark, has less. */
const MOST_ROW_BYTES = 8 * 1_048_576

/**
 * The rows of a table as an archive writes them, one on each line between two brackets. They are as many as it says, and
 * their bytes have the sum that it says.
 * @throws ImportRefused
 */
export async function* readLines(
  content: Readable,
  { rows, sha256 }: { rows: number; sha256: string },
): AsyncGenerator<{ row: unknown; number: number }> {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  let isOpen = false
  let isClosed = false
  let rest = ''
  const rowOf = (line: string): unknown => {
    if (!isOpen) {
      if (line !== '[') throw damaged()
      isOpen = true
      return undefined
    }
    if (line === ']') {
      isClosed = true
      return undefined
    }
    if (isClosed || number === rows) throw damaged()
    number += 1
    return parsed(line.endsWith(',') ? line.slice(0, -1) : line)
  }
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    const lines = (rest + decoded(decoder, chunk)).split('\n')
    rest = lines.pop()!
    if (rest.length > MOST_ROW_BYTES) throw new ImportRefused('practice_import.too_big')
    for (const line of lines) {
      const row = rowOf(line)
      if (row !== undefined) yield { row, number }
    }
  }
  if (rest !== '' || !isClosed || number !== rows || hash.digest('hex') !== sha256) throw damaged()
}

const damaged = () => new ImportRefused('practice_import.damaged')

function decoded(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true })
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
