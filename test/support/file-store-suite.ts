import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { FileStore } from '#server/platform/files/storage.ts'
import { systemClock } from '#time/clock.ts'

/** The behaviour of every file store, whatever its implementation. */
export function describeFileStore(open: () => FileStore): void {
  const bytesOf = async (id: string) => {
    const stream = await open().get(id)
    return stream && buffer(stream)
  }
  const listed = async () => {
    const ids: string[] = []
    for await (const { id } of open().list()) ids.push(id)
    return ids
  }

  test('returns stored files unchanged, also to the next process', async () => {
    const [small, large] = [randomUUID(), randomUUID()]
    const bytes = randomBytes(700_000)
    await open().put(small, Readable.from([Buffer.from('hola')]), 4)
    await open().put(large, Readable.from([bytes.subarray(0, 300_000), bytes.subarray(300_000)]), 700_000)
    expect(String(await bytesOf(small))).toBe('hola')
    expect((await bytesOf(large))?.equals(bytes)).toBe(true)
  })

  test('takes a finished file of this machine, which is not at its place any more; of another size it takes none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'norte-finished-'))
    const [id, path, bytes] = [randomUUID(), join(folder, 'archive'), randomBytes(300_000)]
    await writeFile(path, bytes)
    for (const announced of [bytes.length - 1, bytes.length + 1]) {
      await expect(open().adopt(id, path, announced)).rejects.toThrow(RangeError)
      expect(await bytesOf(id)).toBeUndefined()
      expect((await stat(path)).size).toBe(bytes.length)
    }
    await open().adopt(id, path, bytes.length)
    expect((await bytesOf(id))?.equals(bytes)).toBe(true)
    expect(await listed()).toContain(id)
    await expect(stat(path)).rejects.toThrow('ENOENT')
    await expect(open().adopt(randomUUID(), path, bytes.length)).rejects.toThrow('ENOENT')
    await rm(folder, { recursive: true })
  })

  test('lists what it holds, with when it came', async () => {
    const id = randomUUID()
    const before = systemClock.now()
    await open().put(id, Readable.from([Buffer.from('x')]), 1)
    const found = []
    for await (const entry of open().list()) if (entry.id === id) found.push(entry)
    expect(found).toHaveLength(1)
    expect(Math.abs(found[0]!.storedAt - before)).toBeLessThan(60_000)
  })

  test('has no removed or unknown files', async () => {
    const id = randomUUID()
    await open().put(id, Readable.from([Buffer.from('x')]), 1)
    await open().remove(id)
    expect(await bytesOf(id)).toBeUndefined()
    expect(await bytesOf(randomUUID())).toBeUndefined()
    expect(await listed()).not.toContain(id)
    await expect(open().remove(id)).resolves.toBeUndefined()
  })

  test('stores files while others of the same ending go', async () => {
    const comeAndGo = async () => {
      for (let round = 0; round < 20; round += 1) {
        const id = `${randomUUID().slice(0, -2)}5e`
        await open().put(id, Readable.from([Buffer.from('x')]), 1)
        expect(String(await bytesOf(id))).toBe('x')
        await open().remove(id)
      }
    }
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()])
  })

  test('keeps nothing of a stream that breaks', async () => {
    const id = randomUUID()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('line broke')
      })(),
    )
    await expect(open().put(id, broken, 8)).rejects.toThrow('line broke')
    expect(await bytesOf(id)).toBeUndefined()
    expect(await listed()).not.toContain(id)
  })

  test.each([3, 5])('keeps nothing of a stream of 4 bytes that was announced with %i', async (announced) => {
    const id = randomUUID()
    await expect(open().put(id, Readable.from([Buffer.from('hola')]), announced)).rejects.toThrow(RangeError)
    expect(await bytesOf(id)).toBeUndefined()
    expect(await listed()).not.toContain(id)
  })

  test('reads a part of a file', async () => {
    const id = randomUUID()
    const bytes = randomBytes(200_000)
    await open().put(id, Readable.from([bytes]), bytes.length)
    const part = async (start: number, end: number) => buffer((await open().get(id, { start, end }))!)
    // Not 0 to 0, which the S3 server of the tests takes for everything.
    expect((await part(0, 1)).equals(bytes.subarray(0, 2))).toBe(true)
    expect((await part(70_000, 149_999)).equals(bytes.subarray(70_000, 150_000))).toBe(true)
    expect((await part(199_999, 199_999)).equals(bytes.subarray(199_999))).toBe(true)
  })

  test('takes a long stream without holding it in memory', async () => {
    const id = randomUUID()
    const [chunk, times] = [Buffer.alloc(1_048_576, 7), 256]
    let [before, most] = [process.memoryUsage.rss(), 0]
    const source = Readable.from(
      (async function* () {
        for (let sent = 0; sent < times; sent += 1) {
          // What the pipes hold is constant after the first megabytes.
          if (sent === 8) before = process.memoryUsage.rss()
          most = Math.max(most, process.memoryUsage.rss() - before)
          yield chunk
        }
      })(),
    )
    await open().put(id, source, chunk.length * times)
    // V8 lets about 64 MB of buffers that nobody holds any more lie before it collects them.
    expect(most).toBeLessThan(96 * 1_048_576)
    const read = (await open().get(id))!
    let size = 0
    for await (const part of read) size += (part as Buffer).length
    expect(size).toBe(chunk.length * times)
    await open().remove(id)
  })

  test('lets go of a stream that is not read to its end', async () => {
    const id = randomUUID()
    await open().put(id, Readable.from([randomBytes(500_000)]), 500_000)
    const stream = (await open().get(id))!
    stream.destroy()
    await open().remove(id)
    expect(await open().get(id)).toBeUndefined()
  })

  test.each(['../../etc/passwd', 'a/b', '', 'x\u0000', `${randomUUID()}/..`, randomUUID().toUpperCase()])(
    'refuses %j as an id',
    async (id) => {
      await expect(open().put(id, Readable.from([]), 0)).rejects.toThrow(RangeError)
      await expect(open().get(id)).rejects.toThrow(RangeError)
      await expect(open().remove(id)).rejects.toThrow(RangeError)
    },
  )
}
