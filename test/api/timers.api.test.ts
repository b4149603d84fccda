import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#time/clock.ts'
import { changeTimers, delayAfter, fireDueTimers } from '#server/effects/timers.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const command = (email: string) => ({ type: 'email.sendCode' as const, email })

async function set(key: string) {
  await app.deps.db
    .transaction()
    .execute((tx) => changeTimers(tx, [{ kind: 'set', key, dueAt: app.clock.now(), command: command(key) }]))
}

const rowOf = (key: string) =>
  app.deps.db
    .selectFrom('timers')
    .where('key', '=', key)
    .select(['due_at as dueAt', 'tries'])
    .executeTakeFirst()

/** Fires what is due; the named ones fail. Answers which were tried, in order. */
async function fire(...failing: string[]) {
  const tried: string[] = []
  const fired = await fireDueTimers(app.deps, async (_tx, due) => {
    const { email } = due as ReturnType<typeof command>
    tried.push(email)
    if (failing.includes(email)) throw new Error('no luck')
  })
  return { tried, fired }
}

describe('a timer that fails', () => {
  it('waits longer before each try, is written down once a try, and holds up no other', async () => {
    const log = vi.spyOn(app.deps.log, 'error').mockImplementation(() => undefined)
    await set('bad')
    await set('good')
    expect(await fire('bad')).toEqual({
      tried: expect.arrayContaining(['bad', 'good']) as string[],
      fired: 1,
    })
    expect(await fire('bad')).toEqual({ tried: [], fired: 0 })
    expect(log).toHaveBeenCalledTimes(1)
    for (const [tries, seconds] of [1, 2, 4, 8].entries()) {
      expect(await rowOf('bad')).toEqual({ tries: tries + 1, dueAt: app.clock.now() + seconds * 1_000 })
      app.clock.advance(seconds * 1_000)
      expect((await fire('bad')).tried).toEqual(['bad'])
    }
    expect(log).toHaveBeenCalledTimes(5)
    app.clock.advance(HOUR_MS)
    expect(await fire()).toEqual({ tried: ['bad'], fired: 1 })
    expect(await rowOf('bad')).toBeUndefined()
  })

  it('starts over when its cause sets it anew', async () => {
    vi.spyOn(app.deps.log, 'error').mockImplementation(() => undefined)
    await set('anew')
    await fire('anew')
    await set('anew')
    expect(await rowOf('anew')).toEqual({ tries: 0, dueAt: app.clock.now() })
    expect((await fire()).fired).toBe(1)
  })

  it('never waits longer than an hour', () => {
    expect([0, 1, 11, 12, 60, 2_000].map(delayAfter)).toEqual([
      1_000,
      2_000,
      2_048_000,
      HOUR_MS,
      HOUR_MS,
      HOUR_MS,
    ])
  })
})
