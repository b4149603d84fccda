import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isDatabaseAway, whenDatabaseIsThere } from './database-away.ts'

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more)

describe('the database is away', () => {
  test.each([
    ['a server that refuses', failure('connect ECONNREFUSED /run/.s.PGSQL.5432', { code: 'ECONNREFUSED' })],
    ['a socket that is not there', failure('connect ENOENT', { code: 'ENOENT', syscall: 'connect' })],
    ['a server that stops', failure('terminating connection', { code: '57P01' })],
    ['no connection in time', failure('timeout exceeded when trying to connect')],
  ])('%s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(true)
    // The job queue passes on a copy that is not an Error, with its text prepended or appended.
    const { message } = error
    expect(isDatabaseAway({ ...error, message: `${message} (Queue: mails, Worker: 1)` })).toBe(true)
  })

  test.each([
    ['another missing file', failure('open ENOENT', { code: 'ENOENT', syscall: 'open' })],
    ['a row that is there already', failure('duplicate key', { code: '23505' })],
    ['a fault of ours', failure('x is not a function')],
    ['nothing', undefined],
    ['a text', 'timeout exceeded when trying to connect'],
  ])('it is not: %s', (_, error) => expect(isDatabaseAway(error)).toBe(false))
})

// @spec P.319
describe('a step of a start', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  const never = new Promise(() => undefined)
  const check = () => undefined

  test('is tried again soon while the database is away, and each half minute while its disk is full', async () => {
    const full = failure('could not extend file: No space left on device', { code: '53100' })
    const failures: unknown[] = [failure('connect', { code: 'ECONNREFUSED' }), full, full]
    const tries: number[] = []
    let elapsedMs = 0
    const done = whenDatabaseIsThere(
      async () => {
        tries.push(elapsedMs)
        if (failures.length > 0) throw failures.shift()
        return 'done'
      },
      { onAway: async (error) => (error === full ? 'room' : 'database'), ended: never, check },
    )
    for (; elapsedMs < 70_000; elapsedMs += 250) await vi.advanceTimersByTimeAsync(250)
    expect(tries).toEqual([0, 0, 30_000, 60_000])
    expect(await done).toBe('done')
  })

  test('is not tried again after a failure that waiting does not mend', async () => {
    const wrong = failure('password authentication failed', { code: '28P01' })
    const onAway = vi.fn<() => Promise<'database'>>()
    await expect(
      whenDatabaseIsThere(() => Promise.reject(wrong), { onAway, ended: never, check }),
    ).rejects.toBe(wrong)
    expect(onAway).not.toHaveBeenCalled()
  })

  test('is not tried again by a server that is told to end while it waits', async () => {
    const shutdown = Promise.withResolvers<void>()
    let hasEnded = false
    const step = vi.fn(() => Promise.reject(failure('No space left on device', { code: '53100' })))
    const waited = whenDatabaseIsThere(step, {
      onAway: async () => 'room',
      ended: shutdown.promise,
      check: () => {
        if (hasEnded) throw new Error('told to end')
      },
    })
    await vi.advanceTimersByTimeAsync(1_000)
    hasEnded = true
    shutdown.resolve()
    await expect(waited).rejects.toThrow('told to end')
    expect(step).toHaveBeenCalledOnce()
  })
})
