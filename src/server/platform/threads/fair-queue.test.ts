import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type QueueBounds, QueueFull, createFairQueue } from './fair-queue.ts'

/** A queue whose work ends when the test says so, and a record of what it did. */
function probe(bounds: Partial<QueueBounds> = {}) {
  const queue = createFairQueue({ atOnce: 1, waitingEach: 2, waitingInAll: 4, ...bounds })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const running = new Set<string>()
  const ask = (owner: string, name: string) =>
    queue.run(owner, async () => {
      started.push(name)
      running.add(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      running.delete(name)
      return name
    })
  /** Lets all pending work proceed. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { ask, started, running, end, settle }
}

describe('a queue in which owners take turns', () => {
  test('an owner with much work waits behind all owners with little', async () => {
    const { ask, started, end, settle } = probe()
    const all = [ask('ana', 'a1'), ask('ana', 'a2'), ask('ana', 'a3'), ask('beto', 'b1'), ask('caro', 'c1')]
    await settle()
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
    await expect(Promise.all(all)).resolves.toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  })

  test('one owner has one piece of work running, even if there is capacity for more', async () => {
    const { ask, started, end, settle } = probe({ atOnce: 2 })
    const all = [ask('ana', 'a1'), ask('ana', 'a2'), ask('beto', 'b1')]
    await settle()
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'a2'])
    await Promise.all([end('b1'), end('a2'), ...all])
  })

  test('an owner with enough waiting is refused, and no other owner', async () => {
    const { ask, end, settle } = probe()
    const mine = [ask('ana', 'a1'), ask('ana', 'a2'), ask('ana', 'a3')]
    await settle()
    await expect(ask('ana', 'a4')).rejects.toMatchObject({ whose: 'own' })
    const other = ask('beto', 'b1')
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
    await expect(Promise.all([...mine, other])).resolves.toHaveLength(4)
  })

  test('when too much is waiting in all, the next is refused', async () => {
    const { ask, end, settle } = probe({ waitingInAll: 2 })
    const all = [ask('ana', 'a1'), ask('beto', 'b1'), ask('caro', 'c1')]
    await settle()
    await expect(ask('dani', 'd1')).rejects.toMatchObject({ whose: 'shared' })
    for (const name of ['a1', 'b1', 'c1']) await end(name)
    await expect(Promise.all(all)).resolves.toHaveLength(3)
  })

  test('work that fails passes its turn on', async () => {
    const queue = createFairQueue({ atOnce: 1, waitingEach: 1, waitingInAll: 1 })
    const failed = queue.run('ana', () => Promise.reject(new Error('no')))
    const next = queue.run('beto', () => Promise.resolve('yes'))
    await expect(failed).rejects.toThrow('no')
    await expect(next).resolves.toBe('yes')
  })

  test('never more in parallel than allowed, each accepted piece once, for any order of requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('ana', 'beto', 'caro', 'dani'), { maxLength: 24 }),
        fc.integer({ min: 1, max: 3 }),
        async (owners, atOnce) => {
          const { ask, started, running, end, settle } = probe({ atOnce, waitingEach: 3, waitingInAll: 8 })
          const outcomes = owners.map((owner, at) =>
            ask(owner, `${owner}:${at}`).catch((error: unknown) => {
              if (error instanceof QueueFull) return 'full'
              throw error
            }),
          )
          await settle()
          while (running.size > 0) {
            const people = [...running].map((name) => name.split(':')[0])
            expect(running.size).toBeLessThanOrEqual(atOnce)
            expect(new Set(people).size).toBe(people.length)
            await end([...running][0]!)
          }
          const accepted = (await Promise.all(outcomes)).filter((name) => name !== 'full')
          expect(started.toSorted()).toEqual(accepted.toSorted())
        },
      ),
      { numRuns: 60 },
    )
  })
})
