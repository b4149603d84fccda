import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { epochMs, DAY_MS, toIso } from '#time/clock.ts'
import { startPurging } from '#server/effects/purge.ts'
import { PAYMENTS_KEPT_MS } from '#server/modules/account-deletions/deletions.domain.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { exportOf } from '#test/support/exports/exports.ts'
import { good } from '#test/support/groups.ts'
import { PASSWORD, type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { changeAddress, useAddress } from '#test/support/privacy/earlier-address.ts'
import { CLIENT_STEM, writeAsClient } from '#test/support/privacy/client-words.ts'
import { STEM } from '#test/support/privacy/markers.ts'
import { castOf, writeSecrets } from '#test/support/privacy/secrets.ts'
import { tracesOf } from '#test/support/privacy/traces.ts'
import { goTo } from '#test/support/sessions.ts'

// Afterwards nothing is left of somebody but what the law asks to keep: a sweep over the whole database and every stored byte.

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

/** Asks for the end of an account, and lets the grace pass day by day. */
async function endAccount({ userId, token }: TestCoach | TestClient): Promise<void> {
  const at = { params: { userId }, body: { password: PASSWORD } }
  good(await app.call('POST /v1/user/:userId/deletion', at, token), 202)
  for (let day = 0; day < 31; day += 1) {
    app.clock.set(epochMs(app.clock.now() + DAY_MS))
    await app.settle()
  }
}

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
  beforeAll(async () => {
    coach = await newCoach(app)
    client = await newClient(app, coach, { name: 'Rosa' })
    earlier = await changeAddress(app, client)
    await useAddress(app, coach.userId, earlier)
    const written = await writeAsClient(app, coach, client)
    kept = written.kept
    words = written.words
    await app.settle()
    // An archive of the coach has the words of the client too.
    await exportOf(app, coach)
    const before = (await tracesOf(app, CLIENT_STEM)).join(' ')
    const seen = Array.from({ length: written.words }, (_, index) => `${CLIENT_STEM}${index + 1} `)
    unseen = seen.filter((word) => !before.includes(word))
    await endAccount(client)
  }, 120_000)

  // @spec P.339
  test('leaves no word, name or address, in no table and no file', async () => {
    expect(words).toBeGreaterThan(20)
    expect(unseen).toEqual([])
    expect(await tracesOf(app, CLIENT_STEM)).toEqual([])
    expect(await tracesOf(app, client.email)).toEqual([])
    expect(await tracesOf(app, earlier)).toEqual([])
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
    const said = await tracesOf(app, 'Obsidiana')
    expect(said.some((row) => row.includes(kept))).toBe(true)
    expect(said.some((row) => row.includes('meta de la coach'))).toBe(true)
  })

  test('has nothing ahead any more, and the coach cannot write their name again', async () => {
    const { clientId } = client
    const ahead = await app.deps.db
      .selectFrom('sessions')
      .where('client_id', '=', clientId)
      .where('status', 'in', ['requested', 'proposed', 'confirmed'])
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

/** What there is of somebody whom it does not concern. */
async function strangers({ userId, clientId }: TestClient) {
  const { db } = app.deps
  return {
    users: await db.selectFrom('users').where('id', '=', userId).selectAll().execute(),
    clients: await db.selectFrom('clients').where('id', '=', clientId).selectAll().execute(),
    actions: await db.selectFrom('actions').where('client_id', '=', clientId).selectAll().execute(),
  }
}

describe('a coach who deletes their account', () => {
  test('leaves no word of the practice, no client without another space, and the books of what was paid', async () => {
    const other = await makeApp()
    app = other
    const cast = await castOf(app)
    const stage = await writeSecrets(app, cast)
    const earlier = await changeAddress(app, cast.client)
    await useAddress(app, cast.stranger.userId, earlier)
    await writeAsClient(app, cast.coach, cast.client)
    await app.settle()
    // One of the clients has another space, and one of the stranger's is not concerned.
    const { db } = app.deps
    const before = await strangers(cast.clientOfStranger)
    expect((await tracesOf(app, STEM)).length).toBeGreaterThan(60)
    const booked = await db
      .selectFrom('payment_entries')
      .where('coach_id', '=', cast.coach.userId)
      .selectAll()
      .execute()
    await endAccount(cast.coach)
    await app.settle()

    expect(await tracesOf(app, STEM)).toEqual([])
    expect(await tracesOf(app, CLIENT_STEM)).toEqual([])
    for (const { email } of [cast.coach, cast.client, cast.member, cast.other]) {
      expect(await tracesOf(app, email), email).toEqual([])
      expect(await signsIn(email)).toBe(401)
    }
    expect(await tracesOf(app, earlier)).toEqual([])
    expect(await signsIn(cast.clientOfStranger.email)).toBe(200)
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
