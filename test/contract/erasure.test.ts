import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { epochMs, DAY_MS, HOUR_MS, toIso } from '#time/clock.ts'
import { startPurging } from '#server/effects/purge.ts'
import { PAYMENTS_KEPT_MS } from '#server/modules/account-deletions/deletions.domain.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { exportOf } from '#test/support/exports/exports.ts'
import { good } from '#test/support/groups.ts'
import { answersOf, inviteClient } from '#test/support/invitations.ts'
import { PASSWORD, type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { changeAddress, useAddress } from '#test/support/privacy/earlier-address.ts'
import { CLIENT_STEM, writeAsClient } from '#test/support/privacy/client-words.ts'
import { COACH_STEM, writeAsCoach } from '#test/support/privacy/coach-words.ts'
import { columnsWithout } from '#test/support/privacy/marked-columns.ts'
import { refuseMails } from '#test/support/privacy/refused-mails.ts'
import { STEM } from '#test/support/privacy/markers.ts'
import { castOf, writeSecrets } from '#test/support/privacy/secrets.ts'
import { keptLog, tracesOf } from '#test/support/privacy/traces.ts'
import { takesPushes } from '#test/support/privacy/ways-in.ts'
import { book, goTo, made } from '#test/support/sessions.ts'

// Afterwards nothing is left of somebody but what the law asks to keep: a sweep over the whole database and every stored byte.

let app: TestApp
const { log, lines } = keptLog()
const traces = (text: string) => tracesOf(app, text, lines)

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  app = await makeApp({ database, log, push: takesPushes })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

/**
 * Asks for the end of an account, and lets the grace pass day by day. On its last day somebody takes their data along: an archive
 * is deleted after two days.
 */
async function endAccount(
  { userId, token }: TestCoach | TestClient,
  keeper: TestCoach | TestClient,
  stem: string,
): Promise<void> {
  const at = { params: { userId }, body: { password: PASSWORD } }
  good(await app.call('POST /v1/user/:userId/deletion', at, token), 202)
  const pass = async (time: number) => {
    app.clock.set(epochMs(app.clock.now() + time))
    await app.settle()
  }
  for (let day = 1; day < 30; day += 1) await pass(DAY_MS)
  await goTo(app, toIso(app.clock.now()), keeper)
  await exportOf(app, keeper)
  expect(await archivesWith(stem)).toHaveLength(1)
  await pass(DAY_MS + HOUR_MS)
}

const archivesWith = async (text: string) =>
  (await traces(text)).filter((where) => where.startsWith('archives: '))

const signsIn = async (email: string) =>
  (await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })).status

describe('a client who deletes their account', () => {
  let coach: TestCoach
  let client: TestClient
  let kept: string
  /** The address that they had before. */
  let earlier: string
  let words: number
  /** What the sweep did not find before anything was erased. */
  let unseen: string[]
  /** The mails that lay in the outbox. */
  let sent: string[]
  beforeAll(async () => {
    coach = await newCoach(app)
    client = await newClient(app, coach, { name: 'Rosa' })
    earlier = await changeAddress(app, client)
    await useAddress(app, coach.userId, earlier)
    const written = await writeAsClient(app, coach, client, earlier)
    kept = written.kept
    words = written.words
    await app.settle()
    await goTo(app, toIso(epochMs(app.clock.now() + HOUR_MS)), client, coach)
    await app.settle()
    // Mails of messages that wait are sent by now. In their place are those about a day, which name whom it brings.
    const daily = { params: { userId: coach.userId }, body: { news: { daily: { on: true, at: '08:00' } } } }
    good(await app.call('PUT /v1/user/:userId/preferences', daily, coach.token))
    await made(book(app, coach, client, '2027-02-26T00:00:00.000Z'))
    await app.settle()
    for (const hour of [16, 18]) await made(book(app, coach, client, `2027-03-25T${hour}:00:00.000Z`))
    await refuseMails(app, database)
    const before = (await traces(CLIENT_STEM)).join(' ')
    const seen = Array.from({ length: written.words }, (_, index) => `${CLIENT_STEM}${index + 1}`)
    unseen = seen.filter((word) => !new RegExp(String.raw`${word}\b`, 'i').test(before))
    // An archive of the coach has the words of the client too.
    await endAccount(client, coach, CLIENT_STEM)
    sent = lines.flatMap((line) => /"template":"(\w+)".*"mail sent"/.exec(line)?.[1] ?? [])
  }, 120_000)

  // @spec P.339
  test('leaves no word, name or address, in no table and no file', async () => {
    expect(words).toBeGreaterThan(20)
    expect(unseen).toEqual([])
    expect(sent).toEqual(
      expect.arrayContaining(['clientLeaving', 'dailySummary', 'messagesWaiting', 'sessionBooked']),
    )
    expect(await traces(CLIENT_STEM)).toEqual([])
    expect(await traces(client.email)).toEqual([])
    expect(await traces(earlier)).toEqual([])
    expect(await signsIn(client.email)).toBe(401)
  })

  test('leaves the coach what the coach wrote, about somebody without a name', async () => {
    await goTo(app, toIso(app.clock.now()), coach)
    const { clientId } = client
    const record = good(await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token))
    expect(record).toMatchObject({
      fullName: 'Excliente sin cuenta',
      email: '',
      status: 'archived',
      accountEnded: true,
      accountEndsAt: null,
      allowedActions: [],
      aboutMe: null,
      jobOcuppation: null,
    })
    const said = await traces('Obsidiana')
    expect(said.some((row) => row.includes(kept))).toBe(true)
    expect(said.some((row) => row.includes('meta de la coach'))).toBe(true)
  })

  test('has nothing ahead any more, and the coach cannot write their name again', async () => {
    const { clientId } = client
    const ahead = await app.deps.db
      .selectFrom('sessions')
      .where('client_id', '=', clientId)
      .where('status', 'in', ['requested', 'proposed', 'confirmed'])
      .where('starts_at', '>', toTimestamp(app.clock.now()))
      .selectAll()
      .execute()
    expect(ahead).toEqual([])
    const again = { params: { clientId }, body: { name: 'Rosa' } }
    const refused = await app.call('PUT /v1/client/:clientId', again, coach.token)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'client.account_ended'])
    const photo = await app.call('DELETE /v1/client/:clientId/photo', { params: { clientId } }, coach.token)
    expect([photo.status, photo.refusal.code]).toEqual([409, 'client.account_ended'])
  })

  test('can come back with the same address, as somebody new', async () => {
    const { email } = client
    const body = {
      name: 'Rosa',
      lastName: 'López',
      email,
      password: PASSWORD,
      country: 'Mexico',
      timezone: 'America/Mexico_City',
      acceptTerms: true as const,
      acceptPrivacy: true as const,
    }
    expect((await app.call('POST /v1/auth/register', { body })).status).toBe(201)
  })
})

/** The columns of people in which the sweep has no word, by the reason. */
const WITHOUT_WORDS: Record<string, readonly string[]> = {
  'a value of a list of the product': [
    'audit_entries.kind',
    'calendars.default_channel',
    'calendars.holidays',
    'channel_preferences.event',
    'checkouts.currency',
    'checkouts.provider',
    'coaches.color_ui',
    'coaches.shown_contacts',
    'consents.version',
    'domain_events.type',
    'files.media_type',
    'notifications.type',
    'payment_entries.currency',
    'payment_entries.fact',
    'payment_entries.provider',
    'resource_files.media_type',
    'users.language',
  ],
  'a time, or a zone': [
    'calendars.reminders',
    'calendars.weekly',
    'clients.timezone',
    'date_overrides.windows',
    'endless_blocks.end_time',
    'endless_blocks.start_time',
    'endless_blocks.timezone',
    'memorandums.due_time',
    'memorandums.postponed_from_time',
    'memorandums.timezone',
    'notification_settings.daily_at',
    'notification_settings.quiet_from',
    'notification_settings.quiet_until',
    'session_series.rule',
    'session_series.start_time',
    'session_series.timezone',
    'sessions.timezone',
    'users.timezone',
  ],
  'a secret of random characters': ['oidc_flows.code_verifier', 'oidc_flows.nonce', 'users.password_hash'],
  'an address, of which each is looked for': ['clients.email', 'users.email'],
  'the law has it kept': [
    'invoice_details.name',
    'invoice_details.postal_code',
    'invoice_details.regime',
    'invoice_details.tax_id',
    'invoice_details.use',
  ],
  'facts of the audit log, which has no words; the personal ones go, as test/api/audit/recorded.api.test.ts has it':
    ['audit_details.detail', 'audit_entries.detail'],
}

/** What there is of somebody whom it does not concern. */
async function strangers({ userId, clientId }: TestClient) {
  const { db } = app.deps
  return {
    users: await db.selectFrom('users').where('id', '=', userId).selectAll().execute(),
    clients: await db.selectFrom('clients').where('id', '=', clientId).selectAll().execute(),
    actions: await db.selectFrom('actions').where('client_id', '=', clientId).selectAll().execute(),
  }
}

/** The accounts whose end has begun and is not complete, with what there is of their timers and jobs. */
async function unfinished() {
  const { rows } = await sql`
    with begun as (select * from account_deletions where erased_at is null)
    select 'account' as what, to_jsonb(d) as row from begun d
    union all select 'timer', to_jsonb(t) from timers t where command ->> 'userId' in (select user_id::text from begun)
    union all select 'job', to_jsonb(j) from pgboss.job j
      where name in ('erasures', 'given-up') and data ->> 'userId' in (select user_id::text from begun)`.execute(
    app.deps.db,
  )
  return rows
}

describe('a coach who deletes their account', () => {
  // @spec P.339
  test('leaves no word of the practice, no client without another space, and the books of what was paid', async () => {
    const other = await makeApp({ log, push: takesPushes })
    app = other
    const cast = await castOf(app)
    const stage = await writeSecrets(app, cast)
    const earlier = await changeAddress(app, cast.client)
    await useAddress(app, cast.stranger.userId, earlier)
    await writeAsClient(app, cast.coach, cast.client, earlier)
    await writeAsCoach(app, cast.coach, cast.client)
    await app.settle()
    const unmarked = await columnsWithout(app, [STEM, CLIENT_STEM, COACH_STEM])
    expect(unmarked).toEqual(Object.values(WITHOUT_WORDS).flat().toSorted())
    // One of the clients has another space, and one of the stranger's is not concerned.
    const { email } = cast.fellow
    const invited = await inviteClient(app, cast.stranger, { email })
    const { token } = invited
    good(await answersOf(app).accept(invited.clientId, { token }, cast.fellow.token))
    const { db } = app.deps
    const before = await strangers(cast.clientOfStranger)
    expect((await traces(STEM)).length).toBeGreaterThan(60)
    const booked = await db
      .selectFrom('payment_entries')
      .where('coach_id', '=', cast.coach.userId)
      .selectAll()
      .execute()
    await endAccount(cast.coach, cast.fellow, STEM)
    await app.settle()

    expect(await unfinished()).toEqual([])
    expect(await traces(STEM)).toEqual([])
    expect(await traces(CLIENT_STEM)).toEqual([])
    expect(await traces(COACH_STEM)).toEqual([])
    for (const { email } of [cast.coach, cast.client, cast.member, cast.other]) {
      expect(await traces(email), email).toEqual([])
      expect(await signsIn(email)).toBe(401)
    }
    expect(await traces(earlier)).toEqual([])
    expect(await signsIn(cast.clientOfStranger.email)).toBe(200)
    expect(await signsIn(email)).toBe(200)
    expect(await strangers(cast.clientOfStranger)).toEqual(before)
    const books = await db
      .selectFrom('payment_entries')
      .where('coach_id', '=', cast.coach.userId)
      .selectAll()
      .execute()
    expect(books).toEqual(booked)
    // Until the law's time is over: then the daily purge has them.
    app.clock.set(epochMs(app.clock.now() + PAYMENTS_KEPT_MS + DAY_MS))
    await startPurging(app.deps)
    await app.settle()
    const late = await db
      .selectFrom('payment_entries')
      .where('coach_id', '=', cast.coach.userId)
      .selectAll()
      .execute()
    expect(late).toEqual([])
    expect(stage.markers.length).toBeGreaterThan(100)
    await other.close()
  }, 240_000)
})
