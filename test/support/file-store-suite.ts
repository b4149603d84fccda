import { randomBytes, randomUUID } from 'node:crypto'
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
    await open().put(small, Readable.from([Buffer.from('hola')]))
    await open().put(large, Readable.from([bytes.subarray(0, 300_000), bytes.subarray(300_000)]))
    expect(String(await bytesOf(small))).toBe('hola')
    expect((await bytesOf(large))?.equals(bytes)).toBe(true)
  })

  test('lists what it holds, with when it came', async () => {
    const id = randomUUID()
    const before = systemClock.now()
    await open().put(id, Readable.from([Buffer.from('x')]))
    const found = []
    for await (const entry of open().list()) if (entry.id === id) found.push(entry)
    expect(found).toHaveLength(1)
    expect(Math.abs(found[0]!.storedAt - before)).toBeLessThan(60_000)
  })

  test('has no removed or unknown files', async () => {
    const id = randomUUID()
    await open().put(id, Readable.from([Buffer.from('x')]))
    await open().remove(id)
    expect(await bytesOf(id)).toBeUndefined()
    expect(await bytesOf(randomUUID())).toBeUndefined()
    expect(await listed()).not.toContain(id)
    await expect(open().remove(id)).resolves.toBeUndefined()
  })

  test('keeps nothing of a stream that breaks', async () => {
    const id = randomUUID()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('line broke')
      })(),
    )
    await expect(open().put(id, broken)).rejects.toThrow('line broke')
    expect(await bytesOf(id)).toBeUndefined()
    expect(await listed()).not.toContain(id)
  })

  test.each(['../../etc/passwd', 'a/b', '', 'x\u0000', `${randomUUID()}/..`, randomUUID().toUpperCase()])(
    'refuses %j as an id',
    async (id) => {
      await expect(open().put(id, Readable.from([]))).rejects.toThrow(RangeError)
      await expect(open().get(id)).rejects.toThrow(RangeError)
      await expect(open().remove(id)).rejects.toThrow(RangeError)
    },
  )
}
