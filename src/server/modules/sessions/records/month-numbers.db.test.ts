import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttendanceState } from '#contract/sessions/sessions.ts'
import type { ClientId, SessionId, UserId } from '#contract/values.ts'
import { HOUR_MS, addMinutes, epochMs } from '#time/clock.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { insertSessions } from '../booking/bookings.repository.ts'
import { deleteExcuse, insertExcuse } from '../changes/attendances.repository.ts'
import { type Closing, insertClosing, updateClosing } from './closings.repository.ts'

// What each session keeps for the numbers of a month (ADR 62), compared with its record and its people.

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const PEOPLE = 3
const person = fc.nat({ max: PEOPLE - 1 })
const state = fc.constantFrom<AttendanceState>('present', 'late', 'absent', 'excused')
const step = fc.oneof(
  fc.record({ excuse: person }),
  fc.record({ comesAgain: person }),
  fc.record({ minutes: fc.integer({ min: 1, max: 300 }), states: fc.dictionary(person.map(String), state) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

// @spec P.50
test('the minutes and the people of a session are those of its record, whatever is written in which order', async () => {
  const { coachId } = await coachRow(database)
  const people: ClientId[] = []
  for (let at = 0; at < PEOPLE; at += 1) people.push((await clientRow(database, coachId)).clientId)
  let hours = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const id = await newSession(coachId, people[0]!, (hours += 1))
      let isClosed = false
      for (const each of steps) {
        await apply({ id, coachId }, people, each, isClosed)
        isClosed ||= 'minutes' in each
        expect(await kept(id)).toEqual(await counted(id))
      }
    }),
    { numRuns: 40 },
  )
})

test('an erased person leaves the numbers of the sessions they were in', async () => {
  const { coachId } = await coachRow(database)
  const { clientId: host } = await clientRow(database, coachId)
  const { clientId: guest } = await clientRow(database, coachId)
  const id = await newSession(coachId, host, 1)
  await apply({ id, coachId }, [host, guest], { minutes: 50, states: { 0: 'present', 1: 'late' } }, false)
  await database.db.deleteFrom('clients').where('id', '=', guest).execute()
  expect(await kept(id)).toEqual({ minutes: 50, expected: 2, attended: 2 })
})

async function apply(
  session: { id: SessionId; coachId: UserId },
  people: readonly ClientId[],
  change: Step,
  isClosed: boolean,
): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    if ('excuse' in change) return insertExcuse(tx, session.id, people[change.excuse]!, 'Viaje')
    if ('comesAgain' in change) return deleteExcuse(tx, session.id, people[change.comesAgain]!)
    const attendance = Object.entries(change.states).map(([at, is]) => ({
      personId: people[Number(at)]!,
      state: is,
    }))
    const closing: Closing = {
      outcome: 'completed',
      realMinutes: change.minutes,
      summary: 'Lo que vimos.',
      privateNotes: '',
      attendance,
    }
    if (isClosed) await updateClosing(tx, session, closing, ROWS_AT)
    else await insertClosing(tx, session, closing, [], ROWS_AT)
  })
}

async function newSession(coachId: UserId, clientId: ClientId, hours: number): Promise<SessionId> {
  const id = newId<SessionId>()
  const startsAt = epochMs(ROWS_AT + hours * HOUR_MS)
  const session = {
    id,
    coachId,
    clientId,
    groupId: null,
    seriesId: null,
    title: 'Sesión',
    objective: null,
    startsAt,
    endsAt: addMinutes(startsAt, 60),
    timezone: 'America/Mexico_City',
    channel: 'meet' as const,
    meetingUrl: null,
    place: null,
    status: 'confirmed' as const,
  }
  await database.db.transaction().execute((tx) => insertSessions(tx, [session], ROWS_AT))
  return id
}

type Numbers = { minutes: number | null; expected: number; attended: number }

async function kept(id: SessionId): Promise<Numbers> {
  return database.db
    .selectFrom('sessions')
    .where('id', '=', id)
    .select(['real_minutes as minutes', 'expected', 'attended'])
    .executeTakeFirstOrThrow()
}

async function counted(id: SessionId): Promise<Numbers> {
  const { rows } = await sql<Numbers>`
    select (select real_minutes from session_closings where session_id = ${id}) as minutes,
      count(*) filter (where state <> 'excused') as expected,
      count(*) filter (where state in ('present', 'late')) as attended
    from session_attendances where session_id = ${id}`.execute(database.db)
  return rows[0]!
}
