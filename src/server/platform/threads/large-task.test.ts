import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#test/support/threads/asking-task.ts'
import { createLargeTasks } from './large-task.ts'

const file = join(import.meta.dirname, '..', '..', '..', '..', 'test', 'support', 'threads', 'asking-task.ts')
let tasks: ReturnType<typeof createLargeTasks<Order, number, number[]>>
beforeEach(() => {
  tasks = createLargeTasks(file)
})
afterEach(() => tasks.close())

const yes = () => Promise.resolve(true)

describe('a large task', () => {
  test('gives its result, and is answered what it asks, one question after the other', async () => {
    const asked: number[] = []
    const answer = async (number: number) => asked.push(number) > 0
    expect(await tasks.run({ upTo: 3, last: 'end' }, answer)).toEqual([1, 2, 3])
    expect(asked).toEqual([1, 2, 3])
  })

  test('ends early where it is told to', async () => {
    expect(await tasks.run({ upTo: 3, last: 'end' }, async (number) => number < 2)).toEqual([1])
  })

  test('throws what it throws, with its code, and what the answer throws', async () => {
    const broken = tasks.run({ upTo: 0, last: 'break' }, yes)
    await expect(broken).rejects.toThrow(TypeError)
    await expect(broken).rejects.toMatchObject({ message: 'broken', code: 'EDQUOT' })
    const failing = () => Promise.reject(new RangeError('no space'))
    await expect(tasks.run({ upTo: 1, last: 'end' }, failing)).rejects.toThrow('no space')
  })

  test('ends with an error where it would take too much memory, and another runs', async () => {
    await expect(tasks.run({ upTo: 0, last: 'grow' }, yes)).rejects.toMatchObject({
      code: 'ERR_WORKER_OUT_OF_MEMORY',
    })
    expect(await tasks.run({ upTo: 1, last: 'end' }, yes)).toEqual([1])
  })

  test('is ended when the process ends its work', async () => {
    const reached = Promise.withResolvers<void>()
    const run = tasks.run({ upTo: 1, last: 'wait' }, async () => {
      reached.resolve()
      return true
    })
    const ended = run.catch((error: Error) => error.message)
    await reached.promise
    await tasks.close()
    expect(await ended).toContain('ended')
    await expect(tasks.run({ upTo: 1, last: 'end' }, yes)).rejects.toThrow('begins any more')
  })
})
