import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { MOST_DOCUMENT_BYTES, readLines } from './lines.service.ts'

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What is read of these bytes in pieces of a size, or what they are refused with. */
async function read(bytes: Buffer, { rows = 1, piece = 16_384, mostRowBytes = 100, onRow = () => {} } = {}) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) =>
    bytes.subarray(at * piece, (at + 1) * piece),
  )
  const found: unknown[] = []
  try {
    const content = Readable.from(pieces)
    for await (const { row } of readLines(content, { rows, sha256: sumOf(bytes), mostRowBytes })) {
      found.push(row)
      onRow()
    }
    return found
  } catch (error) {
    return (error as { code: string }).code
  }
}

// @spec P.349
test('rows are the same in whatever pieces they come', async () => {
  const bytes = Buffer.from('[\n{"a":"ñandú 🦙"},\n{"a":2}\n]\n')
  for (let piece = 1; piece <= bytes.length; piece += 1) {
    expect(await read(bytes, { rows: 2, piece })).toEqual([{ a: 'ñandú 🦙' }, { a: 2 }])
  }
  expect(await read(Buffer.from('[\n]\n'), { rows: 0 })).toEqual([])
})

test.each([
  ['[\n{"a":2}\n]', 1],
  ['[\n{"a":2}\n]\n]\n', 1],
  ['{"a":2}\n]\n', 1],
  ['[\n{"a":2}\n]\n', 2],
  ['[\n{"a":2},\n{"a":2}\n]\n', 1],
  ['[\n\n]\n', 1],
])('%j with %i rows is damaged', async (text, rows) => {
  expect(await read(Buffer.from(text), { rows })).toBe('practice_import.damaged')
})

test('a row that is too long is refused as soon as that many bytes of it came, whether it ends or not', async () => {
  for (const end of ['', '"}\n]\n']) {
    const bytes = Buffer.from(`[\n{"a":"${'x'.repeat(200)}${end}`)
    expect(await read(bytes, { piece: 7 })).toBe('practice_import.too_big')
  }
})

test('a long row in tiny pieces takes no more time than in large ones', async () => {
  const bytes = Buffer.from(`[\n"${'x'.repeat(MOST_DOCUMENT_BYTES - 2)}"\n]\n`)
  const timed = async (piece: number) => {
    const begun = process.cpuUsage()
    expect(await read(bytes, { piece, mostRowBytes: MOST_DOCUMENT_BYTES })).toHaveLength(1)
    return process.cpuUsage(begun).user / 1_000
  }
  // Looked for again in all that came before, it would take minutes.
  expect(await timed(64)).toBeLessThan(5_000)
})

test('other work goes on between rows, though all of them are there already', async () => {
  let turns = 0
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    }
  })()
  const at: number[] = []
  const bytes = Buffer.from(`[\n${Array.from({ length: 20_000 }, () => '{"a":1}').join(',\n')}\n]\n`)
  expect(await read(bytes, { rows: 20_000, onRow: () => at.push(turns) })).toHaveLength(20_000)
  isOver = true
  await counting
  expect(new Set(at).size).toBeGreaterThan(8)
})
