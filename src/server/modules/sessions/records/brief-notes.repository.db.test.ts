import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionId } from '#contract/values.ts'
import { HOUR_MS, addMinutes, epochMs } from '#time/clock.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { insertSessions } from '../booking/bookings.repository.ts'
import { findNotes, putNotes } from './brief-notes.repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('notes are found in the scope of their coach, and in no other', async () => {
  const { db } = database
  const { coachId } = await coachRow(database)
  const { clientId } = await clientRow(database, coachId)
  const scope = scopeOfPractice(coachId)
  const other = scopeOfPractice((await coachRow(database)).coachId)
  const id = newId<SessionId>()
  const startsAt = epochMs(ROWS_AT + HOUR_MS)
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
  await db.transaction().execute((tx) => insertSessions(tx, [session], ROWS_AT))
  const none = { text: '', revision: 0 }
  expect(await findNotes(db, scope, id)).toEqual(none)
  for (const notes of [
    { text: 'La junta del martes', revision: 1 },
    { text: '', revision: 2 },
    { text: 'Su hermana', revision: 3 },
  ]) {
    await db.transaction().execute((tx) => putNotes(tx, scope, id, notes, ROWS_AT))
    expect(await findNotes(db, scope, id)).toEqual(notes)
    expect(await findNotes(db, other, id)).toEqual(none)
  }
})
