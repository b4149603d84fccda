import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SessionStatus } from '#contract/sessions/sessions.ts'
import type { AuthSessionId, ClientId, SessionId, UserId } from '#contract/values.ts'
import { HOUR_MS, addMinutes, epochMs } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { type CoachScope, type Scope, scopeOf, scopeOfPractice } from '../../policy/scope.ts'
import type { Actor } from '../../policy/actor.ts'
import { holdsTime } from '#server/modules/calendars/taken/taken-time.domain.ts'
import { type NewSession, insertSessions } from './booking/bookings.repository.ts'
import { insertClosing } from './records/closings.repository.ts'
import { hasClient } from './booking/coachees.repository.ts'
import { findSession, listSessions, transitionSession } from './sessions.repository.ts'
import { expireUnlessBusy } from './clock/timers.repository.ts'

let database: TestDatabase
let coachId: UserId
let clientId: ClientId
let scope: CoachScope
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  ;({ coachId } = await coachRow(database))
  ;({ clientId } = await clientRow(database, coachId))
  scope = scopeOfPractice(coachId)
})
afterAll(() => database.close())

const START = epochMs(ROWS_AT + 48 * HOUR_MS)

function session(minutes: number, more: Partial<NewSession> = {}): NewSession {
  return {
    id: newId<SessionId>(),
    coachId,
    clientId,
    groupId: null,
    seriesId: null,
    title: 'Sesión',
    objective: null,
    startsAt: addMinutes(START, minutes),
    endsAt: addMinutes(START, minutes + 60),
    timezone: 'America/Mexico_City',
    channel: 'meet',
    meetingUrl: null,
    place: null,
    status: 'confirmed',
    ...more,
  }
}

/** PostgreSQL's code for it (appendix A: deadlock_detected). */
const DEADLOCK = '40P01'

const insert = (one: NewSession) =>
  database.db.transaction().execute((tx) => insertSessions(tx, [one], ROWS_AT))
const move = (id: SessionId, from: SessionStatus, to: SessionStatus) =>
  database.db.transaction().execute((tx) => transitionSession(tx, id, from, to, {}, ROWS_AT))
const clientScope = (own: ClientId, of = coachId): Scope =>
  scopeOf({ userType: 'client', coachId: of, clientId: own, authSessionId: '' as AuthSessionId } as Actor)

describe('sessions_no_overlap, the last guard', () => {
  test('refuses an overlap by a second, allows touching, and ignores other coaches', async () => {
    await insert(session(0))
    await expect(insert(session(59))).rejects.toMatchObject({ code: 'session.overlap' })
    await expect(insert(session(-59, { status: 'requested' }))).rejects.toMatchObject({
      code: 'session.overlap',
    })
    await insert(session(60))
    await insert(session(-60))
    const other = await coachRow(database)
    const { clientId: theirs } = await clientRow(database, other.coachId)
    await insert(session(0, { coachId: other.coachId, clientId: theirs }))
  })

  test('lets one of 32 through, without any lock', async () => {
    const results = await Promise.allSettled(Array.from({ length: 32 }, (_, index) => insert(session(index))))
    const refusals = results.filter(({ status }) => status === 'rejected')
    expect(refusals).toHaveLength(31)
    for (const { reason } of refusals as PromiseRejectedResult[]) {
      // Two that wait for each other are a deadlock, which ends one of them as well; the calendar's lock prevents both.
      expect(['session.overlap', DEADLOCK]).toContain((reason as { code: string }).code)
    }
  })

  test.each(SessionStatus.options)('a session that is %s holds its time as the rules say', async (status) => {
    const first = session(0)
    await insert(first)
    await move(first.id, 'confirmed', status)
    const second = insert(session(0))
    if (holdsTime(status)) await expect(second).rejects.toMatchObject({ code: 'session.overlap' })
    else await expect(second).resolves.toBeUndefined()
  })
})

describe('changing the state', () => {
  test('happens once: the second of two finds another state', async () => {
    const one = session(0, { status: 'requested' })
    await insert(one)
    const swaps = await Promise.all([
      move(one.id, 'requested', 'confirmed'),
      move(one.id, 'requested', 'rejected'),
      move(one.id, 'requested', 'confirmed'),
    ])
    expect(swaps.filter(Boolean)).toHaveLength(1)
  })

  test('expires what waits, unless another transaction has it', async () => {
    const one = session(0, { status: 'requested' })
    await insert(one)
    const expire = () => database.db.transaction().execute((tx) => expireUnlessBusy(tx, one.id, ROWS_AT))
    await database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('sessions').select('id').where('id', '=', one.id).forUpdate().execute()
      expect(await expire()).toBe(false)
    })
    expect(await expire()).toBe(true)
    expect(await expire()).toBe(false)
  })
})

describe('reading', () => {
  test('stays inside the scope', async () => {
    const one = session(0)
    await insert(one)
    const other = await coachRow(database)
    const sibling = await clientRow(database, coachId)
    const stranger = await clientRow(database, other.coachId)
    const scopes: [Scope, boolean][] = [
      [scope, true],
      [clientScope(clientId), true],
      [clientScope(sibling.clientId), false],
      [scopeOfPractice(other.coachId), false],
      [clientScope(stranger.clientId, other.coachId), false],
      [clientScope(clientId, other.coachId), false],
    ]
    const page = { direction: 'asc' as const, items: 10, page: 1 }
    for (const [who, sees] of scopes) {
      expect((await findSession(database.db, who, one.id))?.id).toBe(sees ? one.id : undefined)
      expect((await listSessions(database.db, who, {}, page)).total).toBe(sees ? 1 : 0)
      expect(await hasClient(database.db, who, clientId)).toBe(sees)
    }
  })

  test('numbers of a long list only the sessions of the page that is read', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => session(index * 60))
    await database.db.transaction().execute((tx) => insertSessions(tx, many, ROWS_AT))
    const late = await database.db.transaction().execute(async (tx) => {
      const list = await listSessions(tx, scope, {}, { direction: 'asc', items: 10, page: 150 })
      const { rows } = await sql<{ touched: string }>`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as touched
        from pg_stat_xact_user_tables where relname = 'sessions'`.execute(tx)
      return { ...list, touched: Number(rows[0]!.touched) }
    })
    expect(late.rows.map(({ id }) => id)).toEqual(many.slice(-10).map(({ id }) => id))
    expect(late.rows.at(-1)).toMatchObject({ number: 1_500 })
    expect(late.total).toBe(1_500)
    // A number counts the sessions before its own: ten of them, the page and the total, not one for each of 1,500.
    expect(late.touched).toBeGreaterThan(10)
    expect(late.touched).toBeLessThan(20 * 1_500)
  })

  test('finds a session by its time and by the time of a request to move it, between two ends', async () => {
    const one = session(0)
    await insert(one)
    const asked = { startsAt: addMinutes(START, 600), endsAt: addMinutes(START, 660), at: ROWS_AT }
    const change = { moveRequest: asked }
    await database.db
      .transaction()
      .execute((tx) => transitionSession(tx, one.id, 'confirmed', 'confirmed', change, ROWS_AT))
    const between = async (from: number, to: number) => {
      const range = { from: addMinutes(START, from), to: addMinutes(START, to) }
      const page = { direction: 'asc' as const, items: 10, page: 1 }
      return (await listSessions(database.db, scope, range, page)).total
    }
    const ranges = [
      [-60, 0],
      [-60, 1],
      [59, 120],
      [60, 600],
      [599, 601],
      [0, 900],
      [659, 900],
      [660, 900],
    ] as const
    expect(await Promise.all(ranges.map(([from, to]) => between(from, to)))).toEqual([0, 1, 1, 0, 1, 1, 1, 0])
  })

  test('returns the private notes only in the coach’s scope', async () => {
    const one = session(0)
    await insert(one)
    await database.db.transaction().execute((tx) =>
      insertClosing(
        tx,
        one,
        {
          outcome: 'completed',
          realMinutes: 55,
          attendance: [{ personId: clientId, state: 'present' }],
          summary: 'Resumen',
          privateNotes: 'Nota privada',
        },
        [],
        ROWS_AT,
      ),
    )
    const coachs = await findSession(database.db, scope, one.id)
    expect(coachs).toMatchObject({
      summary: 'Resumen',
      privateNotes: 'Nota privada',
      attendance: [{ personId: clientId, state: 'present' }],
    })
    const clients = await findSession(database.db, clientScope(clientId), one.id)
    expect(clients).toMatchObject({ summary: 'Resumen' })
    expect(JSON.stringify(clients)).not.toContain('Nota privada')
  })

  test('prefers the zone of the client’s account to the one in the record', async () => {
    const abroad = await clientRow(database, coachId, { timezone: 'Asia/Tokyo' })
    const one = session(0, { clientId: abroad.clientId })
    await insert(one)
    expect((await findSession(database.db, scope, one.id))!.clientTimezone).toBe('Asia/Tokyo')
  })
})
