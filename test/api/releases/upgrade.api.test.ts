import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import type { MessageKey, RoomId } from '#contract/values.ts'
import { DAY_MS, epochMs, toIso } from '#time/clock.ts'
import { EFFECTS_QUEUE } from '#server/events/queues.ts'
import { good } from '#test/support/groups.ts'
import { keptReleases } from '#test/support/releases/kept-releases.ts'
import { type Read, readAll } from '#test/support/releases/read-all.ts'
import { type Upgraded, openUpgraded } from '#test/support/releases/upgraded.ts'

// Today's Norte starts over what each earlier release left: its demo data, its timers and its files.

const RELEASES = keptReleases()
/**
 * Tried by `npm test`: the first, and the one of whose tables, that the first has nothing in, later migrations change most. The
 * others are tried by `npm run test:long`; of the newest, which leaves little to upgrade, only that its rows come back.
 */
const ALWAYS = [RELEASES[0], '0022']
const NEWEST = RELEASES.at(-1)

/** What migrations change of rows that are there; anything else that changes is lost. */
const CHANGED_BY: Record<string, string[]> = {
  // Titles that only the product wrote are worked out since then.
  '0011_session_numbers.sql': ['sessions.client_title', 'sessions.title'],
  // Texts get their formats; what is searched is worked out of them.
  '0024_text_resources.sql': ['resources.body'],
  '0028_search_of_resources.sql': ['resources.search_text'],
}

/** What a release told nobody about, and today's does: a job of then tells it. */
const TOLD_SINCE: Record<string, string[]> = { '0004': ['MEMBER_LEFT'] }

/** What a coach is refused of what there is, and why. */
const REFUSED: Record<string, number> = {
  // Over, or not by video.
  getCall: 409,
  // Not closed.
  getSessionPdf: 409,
  // Paid in test mode, by an earlier release without receipts.
  getReceipt: 404,
  // A text or a link has no file.
  openDownload: 409,
  // The plan that the coach has already.
  previewPlanChange: 422,
}

/** What the people of the demo have nothing of, whatever there is. */
const SELDOM: Record<'coach' | 'client', string[]> = {
  coach: ['getCall', 'getReceipt', 'openDownload', 'previewPlanChange'],
  client: ['getCall'],
}

/** The endpoints that answered something for rows that are there, and never with what was asked for. */
function unread({ statuses }: Read, seldom: readonly string[]): string[] {
  return [...statuses]
    .filter(
      ([name, counts]) => counts.size > 0 && !counts.has(200) && !counts.has(403) && !seldom.includes(name),
    )
    .map(([name]) => name)
}

describe.each(RELEASES)('what the release with migration %s left', (release) => {
  const long = ALWAYS.includes(release) ? '' : ' @long'
  const longRows = release === NEWEST ? '' : long
  let world: Upgraded
  beforeAll(async () => {
    world = await openUpgraded(release)
  }, 120_000)
  afterAll(() => world.close())

  // @spec P.370
  test(`keeps every row, apart from what a migration says that it changes${longRows}`, () => {
    const said = new Set(world.ran.flatMap((name) => CHANGED_BY[name] ?? []))
    expect(world.rows).toBeGreaterThan(500)
    expect(world.changed.filter((change) => !said.has(change))).toEqual([])
  })

  test(`is read by its people, who sign in with the passwords they had${long}`, async () => {
    const { app, people } = world
    const coach = await readAll(app, await world.signIn(people.coach))
    expect(coach.faults).toEqual([])
    const refused = [...coach.statuses].flatMap(([name, counts]) =>
      [...counts.keys()]
        .filter((status) => status !== 200 && status !== REFUSED[name])
        .map((status) => `${name} ${status}`),
    )
    expect(refused).toEqual([])
    expect(unread(coach, SELDOM.coach)).toEqual([])
    const client = await readAll(app, await world.signIn(people.client))
    expect(client.faults).toEqual([])
    for (const [name, counts] of client.statuses) {
      const { access } = ENDPOINTS.get(name)!
      const allowed = access === 'coach' || access === 'paidCoach' ? [403] : [200, 404, 409]
      expect([name, [...counts.keys()].filter((status) => !allowed.includes(status))]).toEqual([name, []])
    }
    // Of what is there, the client has something of each kind.
    const shared = new Set([...coach.statuses].filter(([, counts]) => counts.has(200)).map(([name]) => name))
    expect(unread(client, SELDOM.client).filter((name) => shared.has(name))).toEqual([])
    expect(client.statuses.get('getSession')!.get(200)).toBeGreaterThan(5)
  }, 120_000)

  test(`tells nobody twice when the jobs of its events come once more${long}`, async () => {
    const { app } = world
    const told = async () =>
      (
        await sql`
          select id, user_id, type from notifications
          where type <> all(${sql.val(TOLD_SINCE[release] ?? [])}::text[]) order by id`.execute(app.deps.db)
      ).rows
    const before = await told()
    // Marks of what went out are kept for 60 days, longer than any job is retried.
    const { rows: events } = await sql<{ id: string }>`
      select id from domain_events where occurred_at >= (select min(done_at) from effects_done)`.execute(
      app.deps.db,
    )
    expect(events.length).toBeGreaterThan(100)
    await app.deps.db.transaction().execute(async (tx) => {
      for (const { id } of events) await app.deps.jobs.enqueue(tx, EFFECTS_QUEUE, { eventId: id })
    })
    await app.settle()
    expect(await told()).toEqual(before)
    expect(await world.mails()).toEqual([])
  }, 120_000)

  test(`goes on: what was booked happens, and both sides write${long}`, async () => {
    const { app, people } = world
    const coach = await world.signIn(people.coach)
    const client = await world.signIn(people.client)
    const { clientId } = good(await app.call('GET /v1/auth/me', {}, client)).user
    const roomId = clientId as string as RoomId
    for (const token of [coach, client]) {
      const body = { text: 'Seguimos aquí.', clientKey: app.deps.newId<MessageKey>() }
      expect((await app.call('POST /v1/message/:roomId', { params: { roomId }, body }, token)).status).toBe(
        201,
      )
    }
    const body = { name: 'Rosa', lastName: 'Ibarra', email: 'rosa.ibarra@correo.example' }
    expect((await app.call('POST /v1/client', { body }, coach)).status).toBe(201)
    for (let day = 0; day < 40; day += 1) {
      app.clock.set(epochMs(app.clock.now() + DAY_MS))
      await app.settle()
    }
    const { rows: late } = await sql`
      select id from sessions where status = 'requested' and starts_at < ${toIso(app.clock.now())}`.execute(
      app.deps.db,
    )
    expect(late).toEqual([])
  }, 240_000)
})
