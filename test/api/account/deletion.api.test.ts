import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GRACE_DAYS } from '#contract/account/account-deletion.ts'
import { DAY_MS, type EpochMs, HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import { latestNextDay } from '#server/modules/account-deletions/deletions.domain.ts'
import { listUncounted } from '#server/modules/account-deletions/deletions.repository.ts'
import { eraseAccount, erasingJob, mindDeletions } from '#server/modules/account-deletions/erasing.service.ts'
import { deleteFor, keepFor, showDeletion } from '#server/modules/account-deletions/operator.service.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { activityOf } from '#test/support/audit/activity.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import {
  PASSWORD,
  type TestClient,
  type TestCoach,
  invitedClient,
  mailedInvitation,
  newClient,
  newCoach,
  newEmail,
} from '#test/support/people.ts'
import { changeAddress, useAddress } from '#test/support/privacy/earlier-address.ts'
import { seedSignIns } from '#test/support/seeds.ts'
import { book, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach, { name: 'Luz' })
})
afterAll(() => app.close())

type Person = TestCoach | TestClient

const at = ({ userId }: Person) => ({ params: { userId } })
const ask = (person: Person, password = PASSWORD) =>
  app.call('POST /v1/user/:userId/deletion', { ...at(person), body: { password } }, person.token)
const keep = (person: Person) => app.call('DELETE /v1/user/:userId/deletion', at(person), person.token)
const stateOf = async (person: Person) =>
  good(await app.call('GET /v1/user/:userId/deletion', at(person), person.token))
const me = async ({ token }: Person) => good(await app.call('GET /v1/auth/me', {}, token)).user
const subjects = async (email: string) => (await app.mails(email)).map(({ subject }) => subject)

/** Lets days pass, each with what is due on it. */
async function pass(days: number, ...people: Person[]): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    app.clock.set(epochMs(app.clock.now() + DAY_MS))
    await app.settle()
  }
  await seedSignIns(app, people)
}

const isThere = async ({ email }: Person) =>
  (await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })).status === 200
const rowOf = ({ userId }: Person) =>
  app.deps.db.selectFrom('account_deletions').where('user_id', '=', userId).selectAll().executeTakeFirst()

// @spec P.340
describe('asking for the end of an account (product §18)', () => {
  test('needs the password, and is one’s own', async () => {
    const wrong = await ask(client, 'otra-cosa-123')
    expect([wrong.status, wrong.refusal.fields]).toEqual([422, { password: expect.any(String) }])
    const other = await app.call(
      'POST /v1/user/:userId/deletion',
      { params: { userId: coach.userId }, body: { password: PASSWORD } },
      client.token,
    )
    expect([other.status, other.refusal.code]).toEqual([404, 'user.not_found'])
    expect(await rowOf(client)).toBeUndefined()
    expect(await rowOf(coach)).toBeUndefined()
  })

  test('says what goes with it, and tells the person and their coach', async () => {
    expect(await stateOf(client)).toEqual({
      askedAt: null,
      dueAt: null,
      practice: false,
      clients: 0,
      coaches: ['Ana López'],
    })
    const asked = await ask(client)
    const dueAt = '2027-03-04T15:00:00.000Z'
    expect([asked.status, asked.body.dueAt]).toEqual([202, dueAt])
    await app.settle()
    expect(await subjects(client.email)).toContain('Tu cuenta se eliminará el jueves 4 de marzo')
    expect(await subjects(coach.email)).toContain('Luz Torres eliminará su cuenta el jueves 4 de marzo')
    expect(await me(client)).toMatchObject({ endsAt: dueAt, coach: { endsAt: null } })
    const { clientId } = client
    const record = good(await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token))
    expect(record).toMatchObject({ accountEndsAt: dueAt, accountEnded: false, status: 'active' })
    const activity = await activityOf(app, client)
    expect(activity[0]).toMatchObject({ kind: 'account.deletion_asked', by: 'you' })
  })

  test('of a coach tells each of their clients, whose space ends with it', async () => {
    const second = await newClient(app, coach, { name: 'Pedro' })
    expect(await stateOf(coach)).toMatchObject({ practice: true, clients: 2, coaches: [] })
    good(await ask(coach), 202)
    await app.settle()
    for (const each of [client, second]) {
      expect(await subjects(each.email)).toContain('Ana López cierra su espacio el jueves 4 de marzo')
      expect(await me(each)).toMatchObject({ endsAt: null, coach: { endsAt: '2027-03-04T15:00:00.000Z' } })
    }
  })

  test('again answers the first date, and tells nobody again', async () => {
    good(await ask(client), 202)
    await app.settle()
    const before = [await app.mails(client.email), await app.mails(coach.email)].map(({ length }) => length)
    app.clock.set(epochMs(app.clock.now() + HOUR_MS))
    const again = good(await ask(client), 202)
    expect(again.askedAt).toBe('2027-02-02T15:00:00.000Z')
    await app.settle()
    const after = [await app.mails(client.email), await app.mails(coach.email)].map(({ length }) => length)
    expect(after).toEqual(before)
  })

  test('is refused after three times in a day, because each tells everybody', async () => {
    for (let times = 0; times < 3; times += 1) {
      good(await ask(client), 202)
      good(await keep(client))
    }
    const refused = await ask(client)
    expect([refused.status, refused.refusal.code]).toEqual([429, 'account.too_many'])
    expect(await rowOf(client)).toBeUndefined()
    app.clock.set(epochMs(app.clock.now() + DAY_MS + 1))
    await seedSignIns(app, [client])
    expect((await ask(client)).status).toBe(202)
  })

  test('that is taken back before its mails go out leaves none of them to go', async () => {
    good(await ask(coach), 202)
    good(await keep(coach))
    await app.settle()
    const leaving = [...(await subjects(client.email)), ...(await subjects(coach.email))]
    expect(leaving.filter((subject) => /cierra su espacio|se eliminará/.test(subject))).toEqual([])
  })

  test('is told to somebody who joins the practice meanwhile', async () => {
    good(await ask(coach), 202)
    const late = await invitedClient(app, coach, { name: 'Nora' })
    await app.settle()
    expect(await subjects(late.email)).toContain('Ana López cierra su espacio el jueves 4 de marzo')
  })

  test('is open to a coach who has not paid, and so is keeping the account', async () => {
    const unpaid = await newCoach(app, { paid: false })
    expect((await ask(unpaid)).status).toBe(202)
    expect((await keep(unpaid)).body.dueAt).toBeNull()
  })
})

// @spec P.341
describe('the grace of thirty days', () => {
  test('leaves everything as it is, reminds three days before, and then ends the account', async () => {
    good(await ask(client), 202)
    await pass(26, client, coach)
    await made(book(app, coach, client, '2027-03-02T16:00:00.000Z'))
    expect(await subjects(client.email)).not.toContain('En tres días se elimina tu cuenta')
    await pass(1)
    expect(await subjects(client.email)).toContain('En tres días se elimina tu cuenta')
    await pass(2)
    expect(await isThere(client)).toBe(true)
    await pass(1)
    expect(await isThere(client)).toBe(false)
    expect(await rowOf(client)).toMatchObject({ days_left: 0, erased_at: expect.any(Number) })
  })

  test('ends where the account is kept: everybody is told, and nothing happens later', async () => {
    good(await ask(coach), 202)
    await pass(29, coach, client)
    expect(good(await keep(coach))).toMatchObject({ askedAt: null, dueAt: null })
    await app.settle()
    expect(await subjects(coach.email)).toContain('Tu cuenta se conserva')
    expect(await subjects(client.email)).toContain('Ana López conserva su espacio')
    await pass(40)
    expect(await isThere(coach)).toBe(true)
    // Kept again, it stays as it is and tells nobody.
    await seedSignIns(app, [coach])
    good(await keep(coach))
    await app.settle()
    expect(
      (await subjects(coach.email)).filter((subject) => subject === 'Tu cuenta se conserva'),
    ).toHaveLength(1)
  })

  test('loses one day to a clock that leaps, and none to one that goes back', async () => {
    good(await ask(client), 202)
    await pass(1)
    const right = app.clock.now()
    app.clock.set(epochMs(right + 400 * DAY_MS))
    await app.settle()
    expect(await rowOf(client)).toMatchObject({ days_left: GRACE_DAYS - 2, begun_at: null })
    await app.settle()
    expect(await rowOf(client)).toMatchObject({ days_left: GRACE_DAYS - 2 })
    // The timer of the next day waits for a year that is far away again: a worker that looks after the days mends it.
    app.clock.set(right)
    await mindDeletions(app.deps)
    await pass(GRACE_DAYS - 2)
    expect(await isThere(client)).toBe(true)
    await pass(1)
    expect(await isThere(client)).toBe(false)
  })

  test('is counted again for everybody whose timer is lost, of whom some are looked after at once', async () => {
    good(await ask(client), 202)
    const { db } = app.deps
    // Husks of nobody, with the same grace.
    await sql`
      with people as (
        insert into users (id, email, name, last_name, country, timezone, created_at, updated_at)
        select gen_random_uuid(), 'plazo' || n || '@correo.example', 'Eva', 'Luna', country, timezone, created_at, updated_at
        from users, generate_series(1, 250) n where users.id = ${client.userId} returning id)
      insert into account_deletions (user_id, asked_at, due_at, days_left)
      select p.id, asked_at, due_at, days_left from people p, account_deletions d where d.user_id = ${client.userId}`.execute(
      db,
    )
    await db.deleteFrom('timers').where('key', 'like', 'account.countDay:%').execute()
    const page = { dueAfter: latestNextDay(app.clock.now()), after: undefined, most: 100 }
    expect(await listUncounted(db, page)).toHaveLength(100)
    await mindDeletions(app.deps)
    const { rows } = await sql`
      select from account_deletions d join timers t on t.key = 'account.countDay:' || d.user_id
      join users u on u.id = d.user_id where u.email like 'plazo%'`.execute(db)
    expect(rows).toHaveLength(250)
  })

  test('that a server which was away delays is never said to have ended in the past', async () => {
    good(await ask(client), 202)
    await app.settle()
    const asked = (await stateOf(client)).dueAt!
    expect((await me(client)).endsAt).toBe(asked)
    app.clock.set(epochMs(app.clock.now() + 31 * DAY_MS))
    await seedSignIns(app, [client, coach])
    const daysLeft = () => toIso(epochMs(app.clock.now() + 29 * 20 * HOUR_MS))
    expect((await stateOf(client)).dueAt).toBe(daysLeft())
    expect((await me(client)).endsAt).toBe(daysLeft())
    const { clientId } = client
    const record = good(await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token))
    expect(record.accountEndsAt).toBe(daysLeft())
    // The mail of three days before the end names the day that is expected now.
    for (let day = 0; day < 27; day += 1) {
      await app.settle()
      app.clock.set(epochMs(app.clock.now() + 20 * HOUR_MS))
    }
    const near = (await app.mails(coach.email)).filter(({ subject }) =>
      /eliminará su cuenta el/.test(subject),
    )
    const told = near.map(({ subject }) => subject.replace(/.* el /, ''))
    const said = (instant: EpochMs) => formatDayLong(instant, 'America/Mexico_City', 'es-MX')
    // The newest first.
    expect(told).toEqual([said(epochMs(app.clock.now() + 20 * HOUR_MS)), said(fromIso(asked))])
  })

  test('makes up for a server that was away', async () => {
    good(await ask(client), 202)
    app.clock.set(epochMs(app.clock.now() + 6 * DAY_MS))
    await app.settle()
    for (let steps = 0; steps < 40; steps += 1) {
      app.clock.set(epochMs(app.clock.now() + 20 * HOUR_MS))
      await app.settle()
    }
    expect(await isThere(client)).toBe(false)
  })

  test('is not needed twice: two jobs of one account, and one of an account that stays, change nothing more', async () => {
    await eraseAccount(app.deps, erasingJob(client.userId))
    expect(await isThere(client)).toBe(true)
    good(await ask(client), 202)
    await eraseAccount(app.deps, erasingJob(client.userId))
    expect(await isThere(client)).toBe(true)
    await pass(GRACE_DAYS)
    const gone = await rowOf(client)
    await eraseAccount(app.deps, erasingJob(client.userId))
    expect(await rowOf(client)).toEqual(gone)
  })
})

describe('what is found of a person who leaves', () => {
  const muted = () =>
    app.deps.db.selectFrom('channel_preferences').where('email', 'is not', null).select('email').execute()

  test('is not what somebody else has under an address that was theirs', async () => {
    const free = await changeAddress(app, client)
    const taken = await changeAddress(app, client)
    for (const email of [free, taken]) await useAddress(app, coach.userId, email)
    const other = await newClient(app, await newCoach(app))
    await app.deps.db.updateTable('users').set({ email: taken }).where('id', '=', other.userId).execute()
    good(await ask(client), 202)
    await pass(GRACE_DAYS)
    expect(await rowOf(client)).toMatchObject({ erased_at: expect.any(Number) })
    expect(await muted()).toEqual([{ email: taken }])
  })

  test('are not the mails to somebody who is invited under an address that the person never confirmed', async () => {
    const elsewhere = await newCoach(app)
    const invitation = { name: 'Iván', lastName: 'Vega', email: newEmail('invited'), invite: true }
    good(await app.call('POST /v1/client', { body: invitation }, elsewhere.token), 201)
    await app.settle()
    const to = await subjects(invitation.email)
    expect(to).toHaveLength(1)
    const body = { email: invitation.email, password: PASSWORD }
    good(await app.call('POST /v1/user/:userId/email', { ...at(client), body }, client.token), 202)
    good(await ask(client), 202)
    await pass(GRACE_DAYS)
    expect(await rowOf(client)).toMatchObject({ erased_at: expect.any(Number) })
    expect(await subjects(invitation.email)).toEqual(to)
  })

  test('are notifications by the person’s id; by the name only those that have no id', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const [leaves, stays] = [
      await newMember(app, coach, group, 'Sol'),
      await newMember(app, coach, group, 'Sol'),
    ]
    for (const { token } of [leaves, stays])
      good(await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, token), 204)
    await app.settle()
    const told = async () =>
      (
        await app.deps.db
          .selectFrom('notifications')
          .where('user_id', '=', coach.userId)
          .where('type', '=', 'MEMBER_LEFT')
          .select('body')
          .execute()
      ).map(({ body }) => (body as { client?: string }).client)
    expect(new Set(await told())).toEqual(new Set([leaves.clientId, stays.clientId]))
    // As an earlier release stored one of them: what it says of the other by the same name goes too.
    const [old] = await told()
    expect(old).toBeTruthy()
    await sql`
      insert into notifications (id, membership_id, user_id, type, body, created_at)
      select gen_random_uuid(), membership_id, user_id, type, body - 'client', created_at
      from notifications where body ->> 'client' = ${stays.clientId} and type = 'MEMBER_LEFT'`.execute(
      app.deps.db,
    )
    good(await ask(leaves), 202)
    await pass(GRACE_DAYS)
    expect(await told()).toEqual([stays.clientId])
  })
})

// @spec P.342
describe('what ends with an account', () => {
  test('of a client are the sessions ahead and the places in groups, and the coach is told why', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const added = { params: { groupId: group.id }, body: { clientId: client.clientId } }
    good(await app.call('POST /v1/group/:groupId/member', added, coach.token), 201)
    const ahead = await made(book(app, coach, client, '2027-04-06T16:00:00.000Z'))
    good(await ask(client), 202)
    await pass(GRACE_DAYS, coach)
    const at = { params: { sessionId: ahead.id } }
    const session = good(await app.call('GET /v1/session/:sessionId', at, coach.token))
    expect(session).toMatchObject({
      status: 'cancelledByCoach',
      cancellation: { reason: 'La cuenta se eliminó.' },
    })
    const seats = await app.deps.db
      .selectFrom('group_members')
      .where('group_id', '=', group.id)
      .select('status')
      .execute()
    expect(seats).toEqual([{ status: 'left' }])
  })

  test('of a client and a coach who leave on the same day are both, in whatever order', async () => {
    good(await ask(client), 202)
    good(await ask(coach), 202)
    await pass(GRACE_DAYS + 1)
    expect(await isThere(client)).toBe(false)
    expect(await isThere(coach)).toBe(false)
    expect(await rowOf(client)).toMatchObject({ erased_at: expect.any(Number) })
    expect(await rowOf(coach)).toMatchObject({ erased_at: expect.any(Number) })
  })

  test('of a client is one space of their coach, not the other people in it', async () => {
    const second = await newClient(app, coach, { name: 'Pedro' })
    good(await ask(client), 202)
    await pass(GRACE_DAYS, coach, second)
    expect(await isThere(second)).toBe(true)
    const list = good(
      await app.call(
        'GET /v1/client/coach/:coachId',
        { params: { coachId: coach.userId }, query: {} },
        coach.token,
      ),
    )
    expect(list.data.map(({ fullName }) => fullName)).toContain('Pedro Torres')
  })

  test('of a coach are the accounts of clients who have no other space; the others keep theirs', async () => {
    const elsewhere = await newCoach(app, { name: 'Eva' })
    const body = { name: 'Luz', lastName: 'Torres', email: client.email, invite: true }
    const both = good(await app.call('POST /v1/client', { body }, elsewhere.token), 201)
    const accepted = await app.call(
      'POST /v1/invitation/:clientId',
      {
        params: { clientId: both.id },
        body: { token: await mailedInvitation(app, client.email), acceptTerms: true, acceptPrivacy: true },
      },
      client.token,
    )
    expect(accepted.status).toBe(200)
    const alone = await newClient(app, coach, { name: 'Pedro' })
    good(await ask(coach), 202)
    await pass(GRACE_DAYS + 1)
    expect(await isThere(coach)).toBe(false)
    expect(await isThere(alone)).toBe(false)
    expect(await isThere(client)).toBe(true)
    await seedSignIns(app, [elsewhere])
    const clientId = both.id
    const record = good(await app.call('GET /v1/client/:clientId', { params: { clientId } }, elsewhere.token))
    expect(record).toMatchObject({ accountEnded: false, status: 'active' })
  })

  test('are the places in groups, and the invitations of a practice', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const added = { params: { groupId: group.id }, body: { clientId: client.clientId } }
    good(await app.call('POST /v1/group/:groupId/member', added, coach.token), 201)
    const body = { name: 'Iván', lastName: 'Vega', email: newEmail('invited'), invite: true }
    const invited = good(await app.call('POST /v1/client', { body }, coach.token), 201)
    const token = await mailedInvitation(app, body.email)
    good(await ask(client), 202)
    good(await ask(coach), 202)
    await pass(GRACE_DAYS + 1)
    const rows = await app.deps.db
      .selectFrom('group_members')
      .where('group_id', '=', group.id)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
    const late = await app.call('POST /v1/invitation/:clientId', {
      params: { clientId: invited.id },
      body: { token, password: PASSWORD, acceptTerms: true, acceptPrivacy: true },
    })
    expect(late.status).toBe(404)
    // The first one went with the practice, and there is no other.
    expect(await app.mails(body.email)).toEqual([])
  })
})

describe('an account that is being erased', () => {
  /** The grace is over, and the erasure has begun without getting far. */
  async function begun(person: Person) {
    good(await ask(person), 202)
    await app.deps.db
      .updateTable('account_deletions')
      .set({ days_left: 0, begun_at: toTimestamp(app.clock.now()) })
      .where('user_id', '=', person.userId)
      .execute()
  }

  test('opens no more, neither with its password nor by a new one', async () => {
    await begun(client)
    const body = { email: client.email, password: PASSWORD }
    const refused = await app.call('POST /v1/auth/user', { body })
    expect([refused.status, refused.refusal.code]).toEqual([401, 'auth.bad_credentials'])
    good(await app.call('POST /v1/auth/recovery', { body: { email: client.email } }), 202)
    await app.settle()
    expect(await subjects(client.email)).not.toContain('Crea una contraseña nueva')
    expect((await app.mails(client.email)).some(({ text }) => text.includes('/recovery'))).toBe(false)
  })

  test('cannot be kept, which is said', async () => {
    await begun(client)
    const refused = await keep(client)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'account.ending'])
  })

  test('joins no practice any more', async () => {
    const elsewhere = await newCoach(app, { name: 'Eva' })
    const invited = { name: 'Luz', lastName: 'Torres', email: client.email, invite: true }
    const record = good(await app.call('POST /v1/client', { body: invited }, elsewhere.token), 201)
    const token = await mailedInvitation(app, client.email)
    await begun(client)
    const late = await app.call(
      'POST /v1/invitation/:clientId',
      { params: { clientId: record.id }, body: { token, acceptTerms: true, acceptPrivacy: true } },
      client.token,
    )
    expect(late.status).toBe(401)
  })
})

describe('an erasure that is cut off', () => {
  /** The database of the product, which is lost after so many statements of an erasure. */
  function lostAfter(statements: number) {
    let left = statements
    const { db } = app.deps
    return new Proxy(db, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        if (name === 'executeQuery' && (left -= 1) < 0) throw new Error('The connection is lost')
        return value.bind(target)
      },
    })
  }

  test.each([0, 1, 10, 40, 70, 100, 150])('after %i steps goes on where it was', async (statements) => {
    good(await ask(coach), 202)
    await pass(GRACE_DAYS - 1)
    await app.deps.db
      .updateTable('account_deletions')
      .set({ days_left: 0 })
      .where('user_id', '=', coach.userId)
      .execute()
    app.clock.set(epochMs(app.clock.now() + DAY_MS))
    const job = erasingJob(coach.userId)
    await expect(eraseAccount({ ...app.deps, db: lostAfter(statements) }, job)).rejects.toThrow('lost')
    expect(await isThere(coach)).toBe(false)
    expect(await rowOf(coach)).toMatchObject({ erased_at: null })
    // By now the address and the name may be overwritten.
    const meanwhile = { key: `meanwhile:${statements}`, subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' }
    await app.deps.mailer.send({ ...meanwhile, to: coach.email, people: [coach.userId] })
    // Its job was given up: the daily maintenance begins another a day later.
    app.clock.set(epochMs(app.clock.now() + DAY_MS + 1))
    await mindDeletions(app.deps)
    await app.settle()
    expect(await rowOf(coach)).toMatchObject({ erased_at: expect.any(Number) })
    const left = await app.deps.db
      .selectFrom('clients')
      .where('coach_id', '=', coach.userId)
      .selectAll()
      .execute()
    expect(left).toEqual([])
    for (const { email } of [coach, client]) expect(await app.mails(email)).toEqual([])
  })
})

// @spec P.339
test('mails that cannot be read keep no row, and the account counts as erased once they can be', async () => {
  good(await ask(client), 202)
  await pass(GRACE_DAYS - 1)
  const { userId } = client
  await app.deps.db
    .updateTable('account_deletions')
    .set({ days_left: 0 })
    .where('user_id', '=', userId)
    .execute()
  app.clock.set(epochMs(app.clock.now() + DAY_MS))
  const { mailer } = app.deps
  const unreadable = { ...mailer, forget: () => Promise.reject(new Error('EACCES')) }
  const erasure = eraseAccount({ ...app.deps, mailer: unreadable }, erasingJob(userId))
  await expect(erasure).rejects.toThrow('still has mails')
  expect(await rowOf(client)).toMatchObject({ erased_at: null })
  const husk = await app.deps.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('email')
    .executeTakeFirst()
  expect(husk).toEqual({ email: expect.stringContaining('.invalid') })
  await eraseAccount(app.deps, erasingJob(userId))
  expect(await rowOf(client)).toMatchObject({ erased_at: expect.any(Number) })
})

describe('what the operator does for somebody who wrote', () => {
  test('is as if the person had asked, under the name of the operator', async () => {
    const { deps } = app
    expect(await showDeletion(deps, client.email, 'Luis')).toEqual({ state: 'stays', at: null })
    expect(await deleteFor(deps, client.email, 'Luis')).toEqual({
      state: 'asked',
      at: '2027-03-04T15:00:00.000Z',
    })
    await app.settle()
    expect(await subjects(client.email)).toContain('Tu cuenta se eliminará el jueves 4 de marzo')
    expect(await keepFor(deps, client.email, 'Luis')).toEqual({ state: 'stays', at: null })
    await deleteFor(deps, client.email, 'Luis')
    const kinds = (await activityOf(app, client)).map(({ kind, by }) => `${kind} ${by}`)
    expect(kinds.slice(0, 4)).toEqual([
      'account.deletion_asked operator',
      'account.kept operator',
      'account.deletion_asked operator',
      'operator.read operator',
    ])
    await expect(deleteFor(deps, 'nobody@correo.example', 'Luis')).rejects.toMatchObject({
      code: 'user.not_found',
    })
    await pass(GRACE_DAYS)
    expect(
      await showDeletion(deps, client.email, 'Luis').catch((error: { code: string }) => error.code),
    ).toBe('user.not_found')
  })
})
