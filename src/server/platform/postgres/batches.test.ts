import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BatchKind, createBatches } from './batches.ts'

type Item = { name: string; keys: string[] }

/** Work that goes on when the test says so, and what was worked on together. */
function openKind(fails: (item: Item) => boolean = () => false) {
  const begun: { names: string[]; finish: () => void }[] = []
  const kind: BatchKind<Item, string> = {
    keysOf: ({ keys }) => keys,
    work: (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>()
      const finish = () => {
        if (items.some(fails)) reject(new Error('failed'))
        else resolve(items.map(({ name }) => name.toUpperCase()))
      }
      begun.push({ names: items.map(({ name }) => name), finish })
      return promise
    },
  }
  return { kind, begun }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const PATIENCE_MS = 20

/** What was begun, once everything that can go on without the test has. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('items of one kind', () => {
  test('alone begins at once; what comes meanwhile is worked on together', async () => {
    const { kind, begun } = openKind()
    const batches = createBatches()
    const results = ['a', 'b', 'c'].map((name) => batches.run(kind, { name, keys: [name] }))
    expect(begun.map(({ names }) => names)).toEqual([['a']])
    begun[0]!.finish()
    await settled()
    expect(begun.map(({ names }) => names)).toEqual([['a'], ['b', 'c']])
    begun[1]!.finish()
    await expect(Promise.all(results)).resolves.toEqual(['A', 'B', 'C'])
  })

  test('a crowd does not wait for the batch before it, what comes then does', async () => {
    const { kind, begun } = openKind()
    const batches = createBatches({ crowd: 2, atOnce: 4 })
    const results = ['a', 'b', 'c', 'd', 'e'].map((name) => batches.run(kind, { name, keys: [name] }))
    expect(begun.map(({ names }) => names)).toEqual([['a'], ['b', 'c']])
    begun[1]!.finish()
    await settled()
    expect(begun.map(({ names }) => names)).toEqual([['a'], ['b', 'c'], ['d', 'e']])
    for (const at of [0, 2]) begun[at]!.finish()
    await expect(Promise.all(results)).resolves.toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  test('those with a common key are worked on one after the other, in their order', async () => {
    const { kind, begun } = openKind()
    const batches = createBatches({ atOnce: 3, patienceMs: PATIENCE_MS })
    const results = [
      batches.run(kind, { name: 'first', keys: ['room'] }),
      batches.run(kind, { name: 'second', keys: ['room', 'ana'] }),
      // Ana's first message waits, so this one does too.
      batches.run(kind, { name: 'third', keys: ['ana'] }),
      batches.run(kind, { name: 'other', keys: ['other'] }),
    ]
    vi.advanceTimersByTime(PATIENCE_MS)
    expect(begun.map(({ names }) => names)).toEqual([['first'], ['other']])
    for (const at of [0, 1, 2, 3]) {
      begun[at]!.finish()
      await settled()
    }
    expect(begun.map(({ names }) => names)).toEqual([['first'], ['other'], ['second'], ['third']])
    await Promise.all(results)
  })

  test('what takes long does not stop the rest, up to a number of batches', async () => {
    const { kind, begun } = openKind()
    const batches = createBatches({ atOnce: 2, patienceMs: PATIENCE_MS })
    const run = (name: string) => batches.run(kind, { name, keys: [name] })
    const results = [run('slow'), run('second')]
    vi.advanceTimersByTime(PATIENCE_MS - 1)
    expect(begun).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(begun.map(({ names }) => names)).toEqual([['slow'], ['second']])
    results.push(run('third'))
    vi.advanceTimersByTime(PATIENCE_MS)
    expect(begun).toHaveLength(2)
    begun[1]!.finish()
    await settled()
    // The slow one still does not count.
    expect(begun.map(({ names }) => names)).toEqual([['slow'], ['second'], ['third']])
    begun[0]!.finish()
    begun[2]!.finish()
    await expect(Promise.all(results)).resolves.toEqual(['SLOW', 'SECOND', 'THIRD'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('one that fails does not fail the others', async () => {
    const { kind, begun } = openKind(({ name }) => name === 'bad')
    const batches = createBatches()
    const first = batches.run(kind, { name: 'first', keys: [] })
    const good = batches.run(kind, { name: 'good', keys: ['1'] })
    const bad = batches.run(kind, { name: 'bad', keys: ['2'] })
    const refused = bad.catch((error: unknown) => error)
    for (let at = 0; at < 4; at += 1) {
      begun[at]!.finish()
      await settled()
    }
    await expect(first).resolves.toBe('FIRST')
    await expect(good).resolves.toBe('GOOD')
    expect(await refused).toEqual(new Error('failed'))
    expect(begun.map(({ names }) => names)).toEqual([['first'], ['good', 'bad'], ['good'], ['bad']])
  })
})

test('law: each item is worked on once, in the order of its keys, never beside another with the same key', async () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd')
  const items = fc.array(fc.uniqueArray(key, { minLength: 1, maxLength: 2 }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(
      items,
      fc.integer({ min: 1, max: 3 }),
      fc.infiniteStream(fc.nat()),
      async (all, atOnce, picks) => {
        const open = new Set<string>()
        const seen: Item[] = []
        const finishers: (() => void)[] = []
        const kind: BatchKind<Item, string> = {
          keysOf: ({ keys }) => keys,
          work: async (batch) => {
            const keys = batch.flatMap((item) => item.keys)
            for (const each of keys) {
              expect(open.has(each)).toBe(false)
              open.add(each)
            }
            seen.push(...batch)
            await new Promise<void>((finish) => finishers.push(finish))
            keys.forEach((each) => open.delete(each))
            return batch.map(({ name }) => name)
          },
        }
        const batches = createBatches({ atOnce, most: 4, patienceMs: PATIENCE_MS })
        const wanted = all.map((keys, index) => ({ name: String(index), keys }))
        const results = wanted.map((item) => batches.run(kind, item))
        while (finishers.length > 0) {
          const pick = picks.next().value!
          if (pick % 2 === 0) vi.advanceTimersByTime(PATIENCE_MS)
          finishers.splice(pick % finishers.length, 1)[0]!()
          await settled()
        }
        expect(await Promise.all(results)).toEqual(wanted.map(({ name }) => name))
        for (const each of ['a', 'b', 'c', 'd']) {
          const orderOf = (list: Item[]) =>
            list.filter(({ keys }) => keys.includes(each)).map(({ name }) => name)
          expect(orderOf(seen)).toEqual(orderOf(wanted))
        }
      },
    ),
  )
})
