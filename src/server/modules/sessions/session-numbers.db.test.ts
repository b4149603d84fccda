import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SessionStatus } from '#contract/sessions/sessions.ts'
import type { GroupId, SessionId } from '#contract/values.ts'
import { addMinutes } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { scopeOfPractice } from '../../policy/scope.ts'
import { listSessions } from './sessions.repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const OFF: readonly SessionStatus[] = ['cancelledByClient', 'cancelledByCoach', 'rejected', 'expired']

/** A practice with two clients and a group; returns its coach and the clients and group of its sessions. */
async function practice() {
  const { coachId } = await coachRow(database)
  const [one, other] = [await clientRow(database, coachId), await clientRow(database, coachId)]
  const id = newId<GroupId>()
  const at = toTimestamp(ROWS_AT)
  await database.db
    .insertInto('groups')
    .values({
      id,
      coach_id: coachId,
      name: id,
      capacity: 4,
      status: 'running',
      created_at: at,
      updated_at: at,
    })
    .execute()
  return { coachId, coachees: [{ client_id: one.clientId }, { client_id: other.clientId }, { group_id: id }] }
}

// The states are written directly, with any dates: the rule holds for every possible history.
const sessions = fc.uniqueArray(
  fc.record({
    hour: fc.integer({ min: 0, max: 60 }),
    whose: fc.integer({ min: 0, max: 2 }),
    status: fc.constantFrom(...SessionStatus.options),
  }),
  { selector: ({ hour }) => hour, minLength: 1, maxLength: 25 },
)

// @spec P.10
test('numbers count up by start for each client and group, without gaps or duplicates; cancelled sessions have no number', async () => {
  await fc.assert(
    fc.asyncProperty(sessions, async (wanted) => {
      const { coachId, coachees } = await practice()
      const at = toTimestamp(ROWS_AT)
      await database.db
        .insertInto('sessions')
        .values(
          wanted.map(({ hour, whose, status }) => ({
            id: newId<SessionId>(),
            coach_id: coachId,
            type: whose === 2 ? ('Group' as const) : ('Client' as const),
            ...coachees[whose],
            starts_at: toTimestamp(addMinutes(ROWS_AT, hour * 60)),
            ends_at: toTimestamp(addMinutes(ROWS_AT, hour * 60 + 60)),
            timezone: 'America/Mexico_City',
            channel: 'meet' as const,
            status,
            created_at: at,
            updated_at: at,
          })),
        )
        .execute()
      const page = { direction: 'asc' as const, items: 100, page: 1 }
      const { rows } = await listSessions(database.db, scopeOfPractice(coachId), {}, page)
      expect(rows).toHaveLength(wanted.length)
      for (const { client_id, group_id } of coachees as { client_id?: string; group_id?: string }[]) {
        const theirs = rows.filter(
          (row) => row.clientId === (client_id ?? null) && row.groupId === (group_id ?? null),
        )
        const counted = theirs.filter(({ status }) => !OFF.includes(status))
        expect(counted.map(({ number }) => number)).toEqual(counted.map((_, index) => index + 1))
        expect(
          theirs.filter(({ status }) => OFF.includes(status)).every(({ number }) => number === null),
        ).toBe(true)
      }
    }),
    { numRuns: 30 },
  )
})
