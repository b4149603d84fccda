import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId, PeerId, SessionId, UserId } from '#contract/values.ts'
import { MINUTE_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, close, goTo, groupSession, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
let sessionId: SessionId
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
  sessionId = (await made(book(app, coach, client))).id
})

/** An instant, in minutes from the start of the session. */
const at = (minutes: number) => toIso(epochMs(fromIso(OFFERED) + minutes * MINUTE_MS))
const get = ({ token }: { token: string }, id = sessionId) =>
  app.call('GET /v1/session/:sessionId/call', { params: { sessionId: id } }, token)
const refusal = async (answer: ReturnType<typeof get>) => {
  const { status, refusal: body } = await answer
  return `${status} ${body.code}`
}

/** Somebody was in the room, in minutes from the start; without an end they were seen then and did not leave. */
async function was(
  who: { userId: UserId; clientId?: ClientId },
  [from, to]: [number, number],
  { hasLeft = true, of = sessionId }: { hasLeft?: boolean; of?: SessionId } = {},
): Promise<void> {
  const { db } = app.deps
  const [joinedAt, seenAt] = [from, to].map((minutes) => toTimestamp(fromIso(at(minutes))))
  await db
    .insertInto('calls')
    .values({ session_id: of, revision: 1, created_at: joinedAt! })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('call_stays')
    .values({
      id: app.deps.newId(),
      session_id: of,
      user_id: who.userId,
      client_id: who.clientId ?? null,
      peer_id: app.deps.newId<PeerId>(),
      sends_audio: true,
      sends_video: true,
      shares_screen: false,
      raises_hand: false,
      joined_at: joinedAt!,
      seen_at: seenAt!,
      left_at: hasLeft ? seenAt! : null,
    })
    .execute()
}

describe('the room of a session', () => {
  // @spec P.220
  test('is ours for new coaches, and opens 10 minutes before the session until 30 after', async () => {
    expect(good(await lifeOf(app).get(client, sessionId))).toMatchObject({
      channel: 'norte',
      modality: 'online',
    })
    const seen: string[] = []
    for (const minutes of [-11, -10, 89, 90]) {
      await goTo(app, at(minutes), coach, client)
      const [forCoach, forClient] = [good(await get(coach)), good(await get(client))]
      expect(forCoach).toMatchObject({
        opensAt: at(-10),
        closesAt: at(90),
        peers: [],
        route: 'direct',
        most: 4,
      })
      seen.push(`${forClient.state} ${forClient.mayJoin} ${forCoach.mayJoin}`)
    }
    expect(seen).toEqual(['early false true', 'open true true', 'open true true', 'over false false'])
  })

  test('says who is in it, and lets a client in once the coach is there', async () => {
    await goTo(app, at(-30), coach, client)
    await was(coach, [-31, -30], { hasLeft: false })
    expect(good(await get(client))).toMatchObject({
      state: 'early',
      mayJoin: true,
      peers: [{ userId: coach.userId, side: 'coach', name: 'Ana', joinedAt: at(-31) }],
    })
    // Who was lost is not in it any more.
    app.clock.set(epochMs(app.clock.now() + 25_000))
    expect(good(await get(client))).toMatchObject({ mayJoin: false, peers: [] })
  })

  test('is closed while a session is not confirmed, once it was cancelled, and after it was closed', async () => {
    const asked = await made(ask(app, client, at(24 * 60)))
    expect(good(await get(client, asked.id))).toMatchObject({ state: 'closed', mayJoin: false })
    const cancelled = await made(book(app, coach, client, at(120)))
    good(await lifeOf(app).cancel(coach, cancelled.id))
    expect(good(await get(client, cancelled.id))).toMatchObject({ state: 'closed', mayJoin: false })
    await goTo(app, at(0), coach, client)
    good(await close(app, coach, sessionId))
    expect(good(await get(coach))).toMatchObject({ state: 'closed', mayJoin: false })
  })

  // @spec P.222
  test('is found by nobody else, and by no coach who has not paid', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const [member, other] = [
      await newMember(app, coach, group),
      await newMember(app, coach, await newGroup(app, coach)),
    ]
    const { id: ofGroup } = await groupSession(app, coach, group, at(120), 'norte')
    expect(good(await get(member, ofGroup))).toMatchObject({ state: 'early' })
    const strangers = [get(await newCoach(app)), get(await newClient(app, coach)), get(other, ofGroup)]
    const unknown = get(coach, '01890000-0000-7000-8000-000000000000' as SessionId)
    for (const answer of [...strangers, unknown]) expect(await refusal(answer)).toBe('404 session.not_found')
    await app.deps.db
      .updateTable('coaches')
      .set({ payment_status: 'none' })
      .where('id', '=', coach.userId)
      .execute()
    expect(await refusal(get(coach))).toBe('402 payment.required')
  })

  // @spec P.222
  test('lets no member in whose process is paused', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const member = await newMember(app, coach, group)
    const { id } = await groupSession(app, coach, group, at(120), 'norte')
    await goTo(app, at(120), coach, member)
    good(
      await app.call(
        'POST /v1/client/:clientId/pause',
        { params: { clientId: member.clientId } },
        coach.token,
      ),
    )
    expect(good(await get(member, id))).toMatchObject({ state: 'open', mayJoin: false })
  })

  test('does not exist for a session that is held in another way', async () => {
    good(await lifeOf(app).edit(coach, sessionId, { channel: 'phone' }))
    expect(await refusal(get(client))).toBe('409 call.other_channel')
  })
})

describe('what the room knows of a session', () => {
  // @spec P.225, P.226
  test('is offered to the coach until it is closed, and kept with the attendance then', async () => {
    await was(coach, [-8, 30])
    await was(client, [1, 20])
    // The client came back, and was lost in the end.
    await was(client, [22, 50], { hasLeft: false })
    await was(coach, [31, 48])
    await goTo(app, at(60), coach, client)
    const open = good(await lifeOf(app).get(coach, sessionId))
    expect(open.call).toEqual({ minutes: 19 + 8 + 17 })
    expect(open.attendance).toMatchObject([{ state: null, joinedAt: at(1), leftAt: at(50) }])
    // A client is told their own times, and nothing to close it with.
    expect(good(await lifeOf(app).get(client, sessionId))).toMatchObject({
      call: null,
      attendance: [{ joinedAt: at(1), leftAt: at(50) }],
    })
    const attendance = [{ personId: client.clientId, state: 'present' as const }]
    const closed = good(await close(app, coach, sessionId, { attendance, realMinutes: 44 }))
    const record = { state: 'present', joinedAt: at(1), leftAt: at(50) }
    expect(closed).toMatchObject({ call: null, attendance: [record], closing: { realMinutes: 44 } })
    // A correction keeps when they were there.
    const late = [{ personId: client.clientId, state: 'late' as const }]
    const corrected = good(await lifeOf(app).correct(coach, sessionId, { attendance: late }))
    expect(corrected.attendance).toMatchObject([{ ...record, state: 'late' }])
  })

  test('is of each member, of nobody who was not in it, and of no other time of the session', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const [luz, sol] = [await newMember(app, coach, group, 'Luz'), await newMember(app, coach, group, 'Sol')]
    const { id: of } = await groupSession(app, coach, group, at(120), 'norte')
    await was(coach, [-200, -150], { of })
    await was(luz, [-200, -150], { of })
    await was(sol, [118, 170], { of })
    await was(coach, [110, 181], { of })
    await goTo(app, at(200), coach, luz)
    const session = good(await lifeOf(app).get(coach, of))
    expect(session.call).toEqual({ minutes: 52 })
    expect(session.attendance.map(({ name, joinedAt, leftAt }) => [name, joinedAt, leftAt])).toEqual([
      ['Luz', null, null],
      ['Sol', at(118), at(170)],
    ])
    expect(good(await lifeOf(app).get(luz, of)).attendance).toMatchObject([{ joinedAt: null }])
  })

  test('is nothing if the coach waited alone', async () => {
    await was(coach, [0, 20])
    await goTo(app, at(60), coach)
    expect(good(await lifeOf(app).get(coach, sessionId))).toMatchObject({ call: null })
  })
})
