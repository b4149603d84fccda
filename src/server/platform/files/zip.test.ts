import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unzip } from '#test/support/exports/unzip.ts'
import { writeZip } from './zip.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'norte-zip-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* chunksOf(...chunks: (string | Buffer)[]) {
  for (const chunk of chunks) yield chunk
}

describe('an archive', () => {
  test('has every entry as it was given, packed or not', async () => {
    const entries = fc.uniqueArray(
      fc.record({
        name: fc.stringMatching(/^[a-z]{1,8}(\/[a-zñ ]{1,8})?$/),
        bytes: fc.uint8Array(),
        packed: fc.boolean(),
      }),
      { selector: ({ name }) => name, maxLength: 6 },
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(entries, async (given) => {
        const path = join(folder, `${(run += 1)}.zip`)
        const byteSize = await writeZip(path, async (zip) => {
          for (const { name, bytes, packed } of given) {
            const half = Math.floor(bytes.length / 2)
            const content = [Buffer.from(bytes.subarray(0, half)), Buffer.from(bytes.subarray(half))]
            const written = await zip.add(name, chunksOf(...content), { packed })
            const sha256 = createHash('sha256').update(bytes).digest('hex')
            expect(written).toEqual({ byteSize: bytes.length, sha256 })
          }
        })
        const file = await readFile(path)
        expect(file.length).toBe(byteSize)
        const read = [...(await unzip(file))].map(([name, bytes]) => [name, new Uint8Array(bytes)])
        expect(read).toEqual(given.map(({ name, bytes }) => [name, bytes]))
      }),
      { numRuns: 30 },
    )
  })

  test('fails with its content, and stops reading it', async () => {
    let ended = false
    async function* broken() {
      try {
        yield 'some'
        throw new Error('gone')
      } finally {
        ended = true
      }
    }
    const written = writeZip(join(folder, 'broken.zip'), async (zip) => {
      await zip.add('whole.txt', chunksOf('whole'), { packed: true })
      await zip.add('broken.txt', broken(), { packed: false })
    })
    await expect(written).rejects.toThrow('gone')
    expect(ended).toBe(true)
  })

  test('is not written over another file', async () => {
    const path = join(folder, 'twice.zip')
    const once = () =>
      writeZip(path, (zip) => zip.add('a', chunksOf('a'), { packed: true }).then(() => undefined))
    await once()
    await expect(once()).rejects.toThrow('EEXIST')
  })
})
