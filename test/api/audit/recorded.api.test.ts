import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditKind } from '#contract/account/activity.ts'
import { startPurging } from '#server/effects/purge.ts'
import { audit, auditFailure, auditOperator, showEntries } from '#server/modules/audit/audit.service.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { eraseAccount, erasingJob } from '#server/modules/account-deletions/erasing.service.ts'
import { exempt } from '#server/modules/payments/operator.service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { type TestApp, instant, makeApp } from '#test/support/app.ts'
import { FIREFOX, IPHONE, activityOf, activityOfKind, signInFrom } from '#test/support/audit/activity.ts'
import { exportOf } from '#test/support/exports/exports.ts'
import { importInto } from '#test/support/imports/archives.ts'
import { newGooglePerson, openBrowser } from '#test/support/fakes/google.ts'
import { type TestProvider, startTestProvider } from '#test/support/fakes/oidc-provider.ts'
import {
  PASSWORD,
  invitedClient,
  mailedCode,
  newClient,
  newCoach,
  newEmail,
  pay,
  signedUpCoach,
} from '#test/support/people.ts'

const WRONG = 'otra-clave-distinta'
const NEW_PASSWORD = 'jacaranda-azul-27'

let provider: TestProvider
let app: TestApp
/** Every kind that a test has seen. */
const seen = new Set<AuditKind>(['log.began'])

beforeAll(async () => {
  provider = await startTestProvider()
  app = await makeApp({ env: provider.env })
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})

type Person = Parameters<typeof activityOf>[1]

/** The newest entry of a kind. */
async function last(person: Person, kind: AuditKind) {
  const [entry] = await activityOfKind(app, person, kind)
  if (entry) seen.add(kind)
  return entry
}
const countOf = async (person: Person, kind: AuditKind) => (await activityOfKind(app, person, kind)).length
const me = (token: string) => app.call('GET /v1/auth/me', {}, token)

// @spec P.326
describe('sign-ins', () => {
  test('are noted with their way, their browser and their address', async () => {
    const coach = await signedUpCoach(app)
    expect(await last(coach, 'sign_in.opened')).toMatchObject({ by: 'you', way: 'registration' })
    await signInFrom(app, FIREFOX, { email: coach.email, password: PASSWORD })
    expect(await last(coach, 'sign_in.opened')).toMatchObject({
      by: 'you',
      way: 'password',
      browser: 'Firefox',
      system: 'Linux',
      address: '127.0.0.1',
    })
    const client = await invitedClient(app, coach)
    expect(await last(client, 'sign_in.opened')).toMatchObject({ by: 'you', way: 'invitation' })
  })

  test('that failed are noted of an account, by somebody unknown, once for an address and an hour', async () => {
    const coach = await newCoach(app)
    const all = () =>
      app.deps.db
        .selectFrom('audit_entries')
        .select((query) => query.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    const before = await all()
    await signInFrom(app, IPHONE, { email: newEmail('nadie'), password: WRONG })
    await app.settle()
    expect(await all()).toEqual(before)
    for (let time = 0; time < 3; time += 1) {
      await signInFrom(app, IPHONE, { email: coach.email, password: WRONG })
      await app.settle()
    }
    expect(await last(coach, 'sign_in.failed')).toMatchObject({
      by: 'unknown',
      browser: 'Safari',
      system: 'iPhone',
      address: '127.0.0.1',
    })
    expect(await countOf(coach, 'sign_in.failed')).toBe(1)
    app.clock.advance(HOUR_MS)
    await signInFrom(app, IPHONE, { email: coach.email, password: WRONG })
    await app.settle()
    expect(await countOf(coach, 'sign_in.failed')).toBe(2)
  })

  test('that fail from many addresses fill nothing', async () => {
    const coach = await newCoach(app)
    const at = app.clock.now()
    for (let host = 0; host < 30; host += 1) {
      const origin = { address: `203.0.113.${host}` }
      await app.deps.db
        .transaction()
        .execute((tx) => auditFailure(app.deps, tx, { userId: coach.userId, origin, at }))
    }
    expect(await countOf(coach, 'sign_in.failed')).toBe(20)
  })

  test('that end are noted, and how many', async () => {
    const coach = await newCoach(app)
    await signInFrom(app, FIREFOX, { email: coach.email, password: PASSWORD })
    await signInFrom(app, IPHONE, { email: coach.email, password: PASSWORD })
    const params = { userId: coach.userId }
    const end = () =>
      app.call('DELETE /v1/user/:userId/sessions', { params, body: { password: PASSWORD } }, coach.token)
    await end()
    expect(await last(coach, 'sign_ins.ended')).toMatchObject({ by: 'you', ended: 2 })
    // Nothing was open any more.
    await end()
    expect(await countOf(coach, 'sign_ins.ended')).toBe(1)
    const token = (await signInFrom(app, FIREFOX, { email: coach.email, password: PASSWORD }))!
    await app.call('POST /v1/auth/logout', {}, coach.token)
    expect(await last({ ...coach, token }, 'sign_in.ended')).toMatchObject({ by: 'you' })
  })

  test('in another space are noted', async () => {
    const coach = await newCoach(app)
    const { id: membershipId } = (await me(coach.token)).body.memberships[0]!
    const switched = await app.call('POST /v1/auth/switch', { body: { membershipId } }, coach.token)
    expect(await last({ ...coach, token: switched.body.token }, 'sign_in.switched')).toMatchObject({
      by: 'you',
    })
  })

  test('through Google are noted, and what was linked and unlinked', async () => {
    const coach = await newCoach(app)
    const google = newGooglePerson({})
    provider.add(google)
    const browser = openBrowser(app)
    const link = `/v1/user/${coach.userId}/google`
    const started = await browser.post(link, { password: PASSWORD }, coach.token)
    await browser.goThrough(google.sub, (started.body as { url: string }).url)
    const linked = await last(coach, 'google.linked')
    expect(linked).toMatchObject({ by: 'you', email: expect.stringMatching(/^.…@.….example$/) })
    expect(JSON.stringify(linked)).not.toContain(google.email)
    await browser.post('/v1/auth/user/google', { googleData: await browser.ticket(google.sub) })
    expect(await last(coach, 'sign_in.opened')).toMatchObject({ by: 'you', way: 'google' })
    const body = { password: PASSWORD }
    await app.call('DELETE /v1/user/:userId/google', { params: { userId: coach.userId }, body }, coach.token)
    expect(await last(coach, 'google.unlinked')).toMatchObject({ by: 'you' })
  })
})

// @spec P.326
describe('ways in', () => {
  const change = (person: Person, current: string) =>
    app.call(
      'PUT /v1/user/:userId/password',
      { params: { userId: person.userId }, body: { current, password: NEW_PASSWORD } },
      person.token,
    )

  test('a changed password is noted with the sign-ins it ended, and a wrong one', async () => {
    const coach = await newCoach(app)
    await signInFrom(app, IPHONE, { email: coach.email, password: PASSWORD })
    await change(coach, WRONG)
    expect(await last(coach, 'password.wrong')).toMatchObject({ by: 'you', address: '127.0.0.1' })
    expect(await last(coach, 'password.changed')).toBeUndefined()
    await change(coach, PASSWORD)
    expect(await last(coach, 'password.changed')).toMatchObject({ by: 'you', ended: 1 })
  })

  test('a recovery is noted when it is asked for, by nobody known, and when it is done', async () => {
    const coach = await newCoach(app)
    await app.call('POST /v1/auth/recovery', { body: { email: coach.email } })
    await app.settle()
    expect(await last(coach, 'recovery.asked')).toMatchObject({ by: 'unknown' })
    const [mail] = await app.mails(coach.email)
    const [, token] = /\/recovery\?t=([\w-]{43})\b/.exec(mail!.text)!
    await app.call('PUT /v1/auth/recovery', { body: { token: token!, password: NEW_PASSWORD } })
    const again = (await signInFrom(app, FIREFOX, { email: coach.email, password: NEW_PASSWORD }))!
    expect(await last({ ...coach, token: again }, 'password.recovered')).toMatchObject({
      by: 'you',
      ended: 1,
    })
  })

  test('another e-mail is noted when it is asked for and when it is confirmed, masked', async () => {
    const [coach, other] = [await newCoach(app), await newCoach(app)]
    const params = { userId: coach.userId }
    const ask = (email: string) =>
      app.call('POST /v1/user/:userId/email', { params, body: { email, password: PASSWORD } }, coach.token)
    const confirm = (code: string) =>
      app.call('PUT /v1/user/:userId/email', { params, body: { code } }, coach.token)
    // A change that is refused in its transaction leaves no entry.
    await ask(other.email)
    expect((await confirm(await mailedCode(app, other.email))).refusal.code).toBe('user.email_taken')
    expect(await last(coach, 'email.changed')).toBeUndefined()
    const next = newEmail('nueva')
    await ask(next)
    expect(await last(coach, 'email.change_asked')).toMatchObject({ by: 'you', email: 'n…@c….example' })
    expect((await confirm(await mailedCode(app, next))).status).toBe(204)
    expect(await last(coach, 'email.changed')).toMatchObject({ by: 'you', email: 'n…@c….example' })
  })
})

// @spec P.326
describe('money, exports and deletions', () => {
  test('a payment is noted with what happened and who did it', async () => {
    const coach = await newCoach(app, { paid: false })
    await pay(app, coach.token)
    expect(await last(coach, 'payment.changed')).toMatchObject({
      by: 'system',
      cause: 'paid',
      status: 'active',
    })
    await app.call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect(await last(coach, 'payment.changed')).toMatchObject({ by: 'you', cause: 'cancelled' })
    await exempt(app.deps, coach.email, { byOperator: 'Luis', reason: 'Convenio' })
    const exempted = await last(coach, 'payment.changed')
    expect(exempted).toMatchObject({ by: 'operator', cause: 'exempted', status: 'exempt' })
    expect(JSON.stringify(exempted)).not.toContain('Luis')
  })

  test('the list of clients, taken along', async () => {
    const coach = await newCoach(app)
    const asked = await app.send({ method: 'GET', url: '/v1/client/export', token: coach.token })
    expect(asked.status).toBe(200)
    expect(await last(coach, 'clients.exported')).toMatchObject({ by: 'you' })
  })

  test('who asks for the archive of all their data, and fetches it', async () => {
    const coach = await newCoach(app)
    await exportOf(app, coach)
    expect(await last(coach, 'data.export_asked')).toMatchObject({ by: 'you' })
    expect(await last(coach, 'data.exported')).toMatchObject({ by: 'you' })
  })

  test('who reads a practice back from one', async () => {
    const coach = await newCoach(app)
    const archive = await exportOf(app, await newCoach(app))
    expect((await importInto(app, coach, archive)).state).toBe('done')
    expect(await last(coach, 'data.imported')).toMatchObject({ by: 'you' })
  })

  test('who asks for the end of their account, keeps it, and has it deleted, without a word of them', async () => {
    const coach = await newCoach(app)
    const { userId, token } = coach
    const self = { params: { userId } }
    const asks = { ...self, body: { password: PASSWORD } }
    await app.call('POST /v1/user/:userId/deletion', asks, token)
    expect(await last(coach, 'account.deletion_asked')).toMatchObject({ by: 'you' })
    await app.call('DELETE /v1/user/:userId/deletion', self, token)
    expect(await last(coach, 'account.kept')).toMatchObject({ by: 'you' })
    await app.call('POST /v1/user/:userId/deletion', asks, token)
    const { db, clock } = app.deps
    await db
      .updateTable('account_deletions')
      .set({ days_left: 0, due_at: toTimestamp(clock.now()) })
      .execute()
    await eraseAccount(app.deps, erasingJob(userId))
    const entries = await db
      .selectFrom('audit_entries as e')
      .leftJoin('audit_details as d', 'd.entry_id', 'e.id')
      .where('e.user_id', '=', userId)
      .orderBy('e.id', 'desc')
      .select(['e.kind', 'e.actor', 'd.detail'])
      .execute()
    expect(entries[0]).toEqual({ kind: 'account.deleted', actor: 'system', detail: null })
    expect(entries.filter(({ detail }) => detail !== null)).toEqual([])
    seen.add('account.deleted')
  })

  test('what people deleted is noted by kind and number once it is gone for good', async () => {
    const coach = await newCoach(app)
    const { token } = coach
    const body = { description: 'Llamar', date: '2027-02-03' as never }
    const { id } = (await app.call('POST /v1/memorandum', { body }, token)).body
    await app.call('DELETE /v1/memorandum/:memorandumId', { params: { memorandumId: id } }, token)
    app.clock.advance(61 * DAY_MS)
    await startPurging(app.deps)
    await app.settle()
    const purged = await app.deps.db
      .selectFrom('audit_entries')
      .where('kind', '=', 'data.purged')
      .select(['user_id as userId', 'actor', 'detail'])
      .execute()
    expect(purged).toEqual([
      { userId: null, actor: 'system', detail: JSON.stringify({ v: 1, memorandums: 1 }) },
    ])
    seen.add('data.purged')
    app.clock.advance(-61 * DAY_MS)
  })

  test('operators, who read an account or act on it', async () => {
    const coach = await newCoach(app)
    const [entry] = await showEntries(app.deps, coach.email, 'Luis')
    expect(entry).toMatchObject({ kind: 'payment.changed', operator: expect.any(String) })
    const read = await last(coach, 'operator.read')
    expect(read).toMatchObject({ by: 'operator' })
    expect(JSON.stringify(read)).not.toContain('Luis')
    await auditOperator(app.deps, {
      kind: 'operator.acted',
      email: coach.email,
      operator: 'Luis',
      command: 'test',
    })
    expect(await last(coach, 'operator.acted')).toMatchObject({ by: 'operator' })
    await expect(showEntries(app.deps, newEmail('nadie'), 'Luis')).rejects.toMatchObject({
      code: 'user.not_found',
    })
  })

  test('what later parts note: no other kind is without a test here', () => {
    expect(AuditKind.options.filter((kind) => !seen.has(kind))).toEqual(['private_notes.read'])
  })
})

describe('an entry', () => {
  test('of a kind of a newer release is shown as another change', async () => {
    const coach = await newCoach(app)
    const entry = { kind: 'moon.landed' as AuditKind, userId: coach.userId, actor: coach.userId }
    await app.deps.db.transaction().execute((tx) => audit(app.deps, tx, entry))
    expect((await activityOf(app, coach))[0]).toMatchObject({ kind: 'other', by: 'you' })
  })

  // @spec P.326
  test('is not there when what it tells of is rolled back', async () => {
    const coach = await newCoach(app)
    const before = await activityOf(app, coach)
    const { userId } = coach
    const failing = app.deps.db.transaction().execute(async (tx) => {
      await audit(app.deps, tx, { kind: 'data.exported', userId, actor: userId })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await activityOf(app, coach)).toEqual(before)
  })

  // @spec P.327
  test('says nothing personal itself: what is lies beside it, for a year', async () => {
    const coach = await newCoach(app)
    await signInFrom(app, FIREFOX, { email: coach.email, password: PASSWORD })
    const own = app.deps.db.selectFrom('audit_entries').where('user_id', '=', coach.userId)
    const text = JSON.stringify(await own.selectAll().execute())
    for (const personal of ['127.0.0.1', 'Firefox', coach.email, coach.name])
      expect(text).not.toContain(personal)
    expect(await last(coach, 'sign_in.opened')).toMatchObject({ address: '127.0.0.1', browser: 'Firefox' })
    app.clock.advance(366 * DAY_MS)
    await startPurging(app.deps)
    await app.settle()
    app.clock.advance(-366 * DAY_MS)
    // The sign-ins ended long ago, too.
    app.clock.advance(1_000)
    const token = (await signInFrom(app, IPHONE, { email: coach.email, password: PASSWORD }))!
    const [now, then] = await activityOfKind(app, { ...coach, token }, 'sign_in.opened')
    expect(now).toMatchObject({ address: '127.0.0.1', browser: 'Safari' })
    expect(then).toMatchObject({ by: 'you', way: 'password', address: null, browser: null, system: null })
  })
})

// @spec P.329
describe('the activity of an account', () => {
  const list = (userId: Person['userId'], token?: string, query: object = {}) =>
    app.call('GET /v1/user/:userId/activity', { params: { userId }, query }, token)

  test('is read by its person alone, coach or client', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    expect((await list(client.userId, client.token)).body.total).toBeGreaterThan(0)
    for (const { userId, token } of [
      { userId: coach.userId, token: client.token },
      { userId: client.userId, token: coach.token },
    ]) {
      const { status, refusal } = await list(userId, token)
      expect([status, refusal.code]).toEqual([404, 'user.not_found'])
    }
    expect((await list(coach.userId)).status).toBe(401)
  })

  test('is open to a coach who has not paid', async () => {
    const coach = await newCoach(app, { paid: false })
    expect((await list(coach.userId, coach.token)).status).toBe(200)
  })

  test('comes in pages by age, the newest first if that is asked for', async () => {
    const coach = await newCoach(app)
    for (let time = 0; time < 3; time += 1) {
      app.clock.advance(MINUTE_MS)
      await signInFrom(app, FIREFOX, { email: coach.email, password: PASSWORD })
    }
    const first = (await list(coach.userId, coach.token, { direction: 'desc', items: 2 })).body
    const second = (await list(coach.userId, coach.token, { direction: 'desc', items: 2, page: 2 })).body
    expect([first.total, first.data.length]).toEqual([second.total, 2])
    const times = [...first.data, ...second.data].map(({ at }) => instant(at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(4)
    const { status, refusal } = await list(coach.userId, coach.token, { items: 1_000 })
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
  })

  test('says since when it is noted only to those who were there before', async () => {
    const coach = await newCoach(app)
    expect((await list(coach.userId, coach.token)).body.since).toBeNull()
    const began = await app.deps.db
      .selectFrom('audit_entries')
      .where('kind', '=', 'log.began')
      .select('occurred_at as at')
      .executeTakeFirstOrThrow()
    const before = toTimestamp(epochMs(began.at - 1))
    await app.deps.db
      .updateTable('users')
      .set({ created_at: before })
      .where('id', '=', coach.userId)
      .execute()
    expect(instant((await list(coach.userId, coach.token)).body.since!)).toBe(began.at)
  })
})
