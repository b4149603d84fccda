import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PeerId, SessionId } from '#contract/values.ts'
import { addMinutes } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import {
  adoptLine,
  clearLine,
  findSfuStay,
  insertLine,
  listLostLines,
  listLostRooms,
  saveLine,
} from './sfu.repository.ts'

let database: TestDatabase
let rooms = 1
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const LATER = addMinutes(ROWS_AT, 1)
const LINE = { holder: 'one', line: 'a line', session: 11, up: 12, down: 13, parts: [] }

/** A coach in a call through an SFU. */
async function inCall() {
  const { db } = database
  const { coachId } = await coachRow(database)
  const { clientId } = await clientRow(database, coachId)
  const seat = { sessionId: newId<SessionId>(), peerId: newId<PeerId>() }
  const at = toTimestamp(ROWS_AT)
  const room = (rooms += 1)
  await db
    .insertInto('sessions')
    .values({
      id: seat.sessionId,
      coach_id: coachId,
      type: 'Client',
      client_id: clientId,
      starts_at: at,
      ends_at: toTimestamp(addMinutes(ROWS_AT, 60)),
      timezone: 'UTC',
      channel: 'norte',
      status: 'confirmed',
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db
    .insertInto('calls')
    .values({ session_id: seat.sessionId, revision: 1, created_at: at, route: 'sfu', sfu_room: room })
    .execute()
  const stayId = newId<string>()
  await db
    .insertInto('call_stays')
    .values({
      id: stayId,
      session_id: seat.sessionId,
      user_id: coachId,
      peer_id: seat.peerId,
      sends_audio: true,
      sends_video: true,
      shares_screen: false,
      raises_hand: false,
      joined_at: at,
      seen_at: at,
    })
    .execute()
  return { seat, stayId, room }
}

test('the room of an empty call is lost once the lines in it were ended', async () => {
  const { db } = database
  const { stayId, room } = await inCall()
  await insertLine(db, stayId, LINE, undefined)
  const lost = async (now: typeof LATER) => (await listLostRooms(db, now)).map((each) => each.room)
  expect(await lost(ROWS_AT)).not.toContain(room)
  expect(await lost(LATER)).not.toContain(room)
  const lines = await listLostLines(db, LATER)
  expect(lines.find((each) => each.stayId === stayId)).toMatchObject({ room, session: LINE.session })
  await clearLine(db, stayId, LINE.session)
  expect(await lost(LATER)).toContain(room)
})

test('an offer is kept with its line for the next holder, and the one after that, until it is answered', async () => {
  const { db } = database
  const { seat, stayId } = await inCall()
  const offer = { sdp: 'v=0', number: 5 }
  const stored = async () => (await findSfuStay(db, seat))!.stored!
  await insertLine(db, stayId, LINE, undefined)
  expect(await stored()).not.toHaveProperty('offer')
  await saveLine(db, stayId, { ...LINE, offer: { ...offer, holder: 'one' } })
  for (const holder of ['two', 'three']) {
    const adopted = await adoptLine(db, stayId, await stored(), holder)
    expect(adopted).toMatchObject({ holder, session: LINE.session, offer: { ...offer, holder } })
    expect(await stored()).toEqual(adopted)
  }
  // Somebody else has it.
  expect(await saveLine(db, stayId, LINE)).toBe(false)
  expect(await saveLine(db, stayId, { ...LINE, holder: 'three' })).toBe(true)
  expect(await stored()).not.toHaveProperty('offer')
})

test('an offer that a holder of an earlier release has left there is not kept', async () => {
  const { db } = database
  const { seat, stayId } = await inCall()
  await insertLine(
    db,
    stayId,
    { ...LINE, offer: { sdp: 'v=0', number: 5, holder: 'an earlier one' } },
    undefined,
  )
  const { stored } = (await findSfuStay(db, seat))!
  expect(await adoptLine(db, stayId, stored!, 'two')).not.toHaveProperty('offer')
  await clearLine(db, stayId, LINE.session)
  expect(await adoptLine(db, stayId, stored!, 'three')).toBeUndefined()
})
