import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, type EpochMs, epochMs, fromIso } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  type HashedAttempt,
  countAttempts,
  insertAttempt,
  lockAttempts,
  removeAttempts,
} from './attempts.repository.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const ago = (ms: number) => epochMs(now - ms)

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const attempt = (
  account: string,
  address: string,
  kind: HashedAttempt['kind'] = 'signIn',
): HashedAttempt => ({
  kind,
  accountHash: Buffer.from(account.padEnd(32)),
  address,
})
const note = (of: HashedAttempt, at: EpochMs, forgetBefore = ago(24 * HOUR_MS)) =>
  database.db.transaction().execute((tx) => insertAttempt(tx, { ...of, id: uuidv7(now), at }, forgetBefore))
const count = (of: HashedAttempt, since = ago(15 * MINUTE_MS)) =>
  database.db.transaction().execute((tx) => countAttempts(tx, of, since))

describe('attempts', () => {
  test('are counted by kind within their window: for the pair, the account, the address', async () => {
    await note(attempt('ana', '192.0.2.1'), ago(MINUTE_MS))
    await note(attempt('ana', '192.0.2.1'), ago(15 * MINUTE_MS))
    await note(attempt('ana', '192.0.2.2'), ago(2 * MINUTE_MS))
    await note(attempt('luz', '192.0.2.1'), ago(3 * MINUTE_MS))
    await note(attempt('ana', '192.0.2.1', 'register'), now)
    expect(await count(attempt('ana', '192.0.2.1'))).toEqual({ pair: 1, account: 2, address: 2 })
    expect(await count(attempt('ana', '192.0.2.1'), ago(16 * MINUTE_MS))).toEqual({
      pair: 2,
      account: 3,
      address: 3,
    })
    expect(await count(attempt('eva', '192.0.2.9'))).toEqual({ pair: 0, account: 0, address: 0 })
  })

  test('of one pair are cleared without touching the others', async () => {
    const [here, there] = [attempt('rosa', '192.0.2.3'), attempt('rosa', '192.0.2.4')]
    await note(here, now)
    await note(there, now)
    await database.db.transaction().execute((tx) => removeAttempts(tx, here))
    expect(await count(here)).toEqual({ pair: 0, account: 1, address: 0 })
    expect(await count(there)).toEqual({ pair: 1, account: 1, address: 1 })
  })

  test('are removed once they are old', async () => {
    const old = attempt('olga', '192.0.2.5')
    await note(old, ago(2 * HOUR_MS))
    await note(attempt('paz', '192.0.2.6'), now, ago(HOUR_MS))
    expect(await count(old, ago(24 * HOUR_MS))).toEqual({ pair: 0, account: 0, address: 0 })
  })

  test('of one account wait for each other, so that each counts the earlier ones', async () => {
    const of = attempt('sol', '192.0.2.7')
    const seen = await Promise.all(
      Array.from({ length: 20 }, () =>
        database.db.transaction().execute(async (tx) => {
          await lockAttempts(tx, of)
          const { pair } = await countAttempts(tx, of, ago(HOUR_MS))
          await insertAttempt(tx, { ...of, id: uuidv7(now), at: now }, ago(HOUR_MS))
          return pair
        }),
      ),
    )
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })
})
