import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentEntryId, UserId } from '#contract/values.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { epochMs, fromIso } from '#time/clock.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { earlierPractice, migrateBefore } from '#test/support/earlier-schema.ts'
import { newId } from '#test/support/rows.ts'
import { getPayment } from '../payments.repository.ts'
import { stateOf } from './ledger.domain.ts'
import { addLine } from './ledger.repository.ts'
import { type LedgerLine, listLines } from './ledger.service.ts'
import { toStored } from './stored-facts.service.ts'

let database: TestDatabase
let coachId: UserId
beforeAll(async () => {
  database = await openTestDatabase()
  await migrateBefore(database, '0042_payment_ledger.sql')
  ;({ coachId } = await earlierPractice(database))
  await database.pool.query(
    `update coaches set plan_id = 'yearly', period_ends_at = '2027-03-02T15:00:00.123456Z' where id = $1`,
    [coachId],
  )
  await migrate(database.pool)
})
afterAll(() => database.close())

const NOW = fromIso('2027-02-02T15:00:00Z')
const line = (more: Partial<LedgerLine>): LedgerLine => ({
  id: newId<PaymentEntryId>(),
  key: newId(),
  at: NOW,
  provider: 'manual',
  fact: { cause: 'cancelled' },
  method: null,
  amount: null,
  byOperator: null,
  reason: null,
  ...more,
})
const add = (entry: LedgerLine) =>
  database.db
    .transaction()
    .execute((tx) => addLine(tx, scopeOfPractice(coachId), { ...entry, fact: toStored(entry.fact) }, NOW))

test('a payment of an earlier release is carried over, and adds up to what the gate reads', async () => {
  const scope = scopeOfPractice(coachId)
  const lines = await listLines(database.db, scope)
  expect(lines.map(({ fact }) => fact.cause)).toEqual(['carriedOver'])
  const state = { status: 'active', planId: 'yearly', periodEndsAt: fromIso('2027-03-02T15:00:00.123Z') }
  expect([stateOf(lines), await getPayment(database.db, scope)]).toEqual([state, state])
})

test('a line is read as it was written, and the same one twice is one', async () => {
  const entry = line({
    fact: { cause: 'paid', of: 'a', for: 'v', planId: 'monthly', zone: 'UTC', until: epochMs(NOW + 1) },
    method: 'oxxo',
    amount: { minor: 49_900, currency: 'MXN' },
    byOperator: 'Luis',
    reason: 'Convenio',
  })
  expect(await add(entry)).toBe(true)
  expect(await add({ ...entry, id: newId<PaymentEntryId>() })).toBe(false)
  expect(await listLines(database.db, scopeOfPractice(coachId))).toContainEqual(entry)
})

test.each([
  `update payment_entries set reason = 'x'`,
  'delete from payment_entries',
  'truncate payment_entries',
])('nobody changes or removes a line: %s', async (statement) => {
  await expect(database.pool.query(statement)).rejects.toThrow(
    'entries of the payment ledger are never changed',
  )
})

test('the lines of a coach go with the coach', async () => {
  const { rowCount } = await database.pool.query('delete from coaches where id = $1', [coachId])
  expect(rowCount).toBe(1)
  expect(await listLines(database.db, scopeOfPractice(coachId))).toEqual([])
})
