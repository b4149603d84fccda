import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, epochMs } from '#time/clock.ts'
import { startPurging } from '#server/effects/purge.ts'
import { delayAfter, fireDueTimers } from '#server/events/due-timers.ts'
import { changeTimers } from '#server/events/timers.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { invitedClient, newCoach } from '#test/support/people.ts'

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
  const fired = await fireDueTimers(app.deps, {
    one: async (_tx, due) => {
      const { email } = due as ReturnType<typeof command>
      tried.push(email)
      if (failing.includes(email)) throw new Error('no luck')
    },
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

  it('starts over when its cause sets it again', async () => {
    vi.spyOn(app.deps.log, 'error').mockImplementation(() => undefined)
    await set('again')
    await fire('again')
    await set('again')
    expect(await rowOf('again')).toEqual({ tries: 0, dueAt: app.clock.now() })
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

describe('what has ended', () => {
  it('is kept for 60 days and then forgotten, once a day', async () => {
    const { db } = app.deps
    const { clock } = app
    const coach = await newCoach(app)
    const client = await invitedClient(app, coach)
    const left = await newCoach(app)
    await app.call('POST /v1/auth/logout', {}, left.token)
    const sixtyDays = toTimestamp(epochMs(clock.now() - 60 * DAY_MS))
    const older = toTimestamp(epochMs(clock.now() - 60 * DAY_MS - 1))
    const spend = (at: typeof older) =>
      db
        .updateTable('invitation_tokens')
        .set({ used_at: at })
        .where('client_id', '=', client.clientId)
        .execute()
    const marked = (key: string, at: typeof older) =>
      db.insertInto('effects_done').values({ key, done_at: at }).execute()
    // A change of address and a way through a provider that nobody came back from.
    const waiting = async (userId: UserId, endedAt: typeof older) => {
      const row = { created_at: endedAt, expires_at: endedAt }
      await db
        .insertInto('email_changes')
        .values({ ...row, user_id: userId, new_email: 'a@b.example' })
        .execute()
      const secrets = { state_hash: Buffer.alloc(32), browser_hash: Buffer.alloc(32) }
      await db
        .insertInto('oidc_flows')
        .values({ ...row, ...secrets, nonce: 'n', code_verifier: 'v' })
        .execute()
    }
    const counts = async () => ({
      waiting:
        (await db.selectFrom('email_changes').select('user_id').execute()).length +
        (await db.selectFrom('oidc_flows').select('nonce').execute()).length,
      signIns: (
        await db.selectFrom('auth_sessions').where('user_id', '=', left.userId).select('id').execute()
      ).length,
      tokens: (
        await db
          .selectFrom('invitation_tokens')
          .where('client_id', '=', client.clientId)
          .select('token_hash')
          .execute()
      ).length,
      marks: (await db.selectFrom('effects_done').where('key', 'like', 'purge-test%').select('key').execute())
        .length,
    })
    await db
      .updateTable('auth_sessions')
      .set({ revoked_at: sixtyDays, last_used_at: older })
      .where('user_id', '=', left.userId)
      .execute()
    await spend(sixtyDays)
    await waiting(left.userId, sixtyDays)
    await marked('purge-test 1', sixtyDays)
    await marked('purge-test 2', older)

    await startPurging(app.deps)
    await app.settle()
    expect(await counts()).toEqual({ waiting: 2, signIns: 1, tokens: 1, marks: 1 })
    // Starting again, as every server does, brings nothing forward.
    await startPurging(app.deps)
    clock.advance(DAY_MS - 1)
    await app.settle()
    expect(await counts()).toEqual({ waiting: 2, signIns: 1, tokens: 1, marks: 1 })
    clock.advance(1)
    await app.settle()
    expect(await counts()).toEqual({ waiting: 0, signIns: 0, tokens: 0, marks: 0 })
    // Who is signed in stays so.
    clock.set(instant(TEST_NOW))
    expect((await app.call('GET /v1/auth/me', {}, coach.token)).status).toBe(200)
  })

  it('includes the link of an invitation that nobody answered', async () => {
    const { db } = app.deps
    const { clientId } = await invitedClient(app, await newCoach(app))
    const isKept = async (expiredForMs: number) => {
      const expires_at = toTimestamp(epochMs(app.clock.now() - expiredForMs))
      await db
        .updateTable('invitation_tokens')
        .set({ expires_at })
        .where('client_id', '=', clientId)
        .execute()
      await db.deleteFrom('timers').where('key', '=', 'maintenance.purge').execute()
      await startPurging(app.deps)
      await app.settle()
      const links = await db
        .selectFrom('invitation_tokens')
        .where('client_id', '=', clientId)
        .select('kind')
        .execute()
      return links.length > 0
    }
    expect([await isKept(60 * DAY_MS), await isKept(60 * DAY_MS + 1)]).toEqual([true, false])
  })
})
