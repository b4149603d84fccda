import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CoachPage } from '#contract/coaches.ts'
import type { UserId } from '#contract/values.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient

beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

const read = (token: string, coachId: UserId = coach.userId) =>
  app.call('GET /v1/coach/:coachId', { params: { coachId } }, token)
const choose = (shownContacts: CoachPage['shownContacts'] & {}, of = coach, coachId = of.userId) =>
  app.call('PUT /v1/coach/:coachId', { params: { coachId }, body: { shownContacts } }, of.token)

const settings = (links: object) =>
  app.call(
    'PUT /v1/user/:userId',
    {
      params: { userId: coach.userId },
      body: { id: coach.userId, country: 'Mexico', city: 'Mérida', timezone: 'America/Merida', ...links },
    },
    coach.token,
  )

describe('the page of a coach', () => {
  // @spec 7.12, P.64
  test('shows a client who their coach is, the policy and their own next session', async () => {
    await app.call(
      'PUT /v1/user/:userId/profile',
      {
        params: { userId: coach.userId },
        body: {
          jobOcuppation: 'Coach ejecutiva',
          bio: 'Acompaño procesos.',
          specialities: ['Liderazgo'],
          spokenLanguages: ['Español'],
          credentials: ['PCC'],
          practisingSince: 2015,
        },
      },
      coach.token,
    )
    await app.call(
      'POST /v1/coach/custom/:coachId',
      { params: { coachId: coach.userId }, body: { companyName: 'Norte', colorUI: '3E1293' } },
      coach.token,
    )
    await settings({ whatsapp: '+52 999 555 0101' })
    const booked = await app.call(
      'POST /v1/session',
      {
        body: {
          type: 'Client',
          clientId: client.clientId,
          startsAt: '2027-02-03T16:00:00.000Z',
          endsAt: '2027-02-03T17:00:00.000Z',
          outsideHours: true,
        },
      },
      coach.token,
    )
    const { status, body } = await read(client.token)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: coach.userId,
      name: 'Ana',
      lastName: 'López',
      fullName: 'Ana López',
      photo: null,
      jobOcuppation: 'Coach ejecutiva',
      companyName: 'Norte',
      colorUI: '3E1293',
      companyPhoto: null,
      timezone: 'America/Merida',
      country: 'Mexico',
      city: 'Mérida',
      bio: 'Acompaño procesos.',
      specialities: ['Liderazgo'],
      spokenLanguages: ['Español'],
      credentials: ['PCC'],
      practisingSince: 2015,
      contacts: [{ kind: 'email', value: coach.email }],
      policy: { cancelNoticeMin: 1440, minNoticeMin: 1440 },
      nextSession: expect.objectContaining({ id: booked.body.id }),
      canBook: true,
    })
  })

  // @spec P.64
  test('shows the contacts the coach has chosen and filled in, in their order, each once', async () => {
    await settings({ whatsapp: '+52 999 555 0101', linkedIn: 'ana-lopez', zoom: 'https://zoom.example/ana' })
    const { body } = await choose(['linkedIn', 'phone', 'whatsapp', 'linkedIn'])
    expect(body.shownContacts).toEqual(['whatsapp', 'phone', 'linkedIn'])
    const contacts = [
      { kind: 'whatsapp', value: '+52 999 555 0101' },
      { kind: 'linkedIn', value: 'ana-lopez' },
    ]
    expect(body.contacts).toEqual(contacts)
    const seen = (await read(client.token)).body
    expect(seen.contacts).toEqual(contacts)
    expect(seen).not.toHaveProperty('shownContacts')
    expect((await choose([])).body.contacts).toEqual([])
  })

  test('tells everybody of the practice that it changed', async () => {
    await choose(['email'])
    const [event] = await app.deps.db
      .selectFrom('domain_events')
      .where('coach_id', '=', coach.userId)
      .orderBy('occurred_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .select(['type', 'subject_id'])
      .execute()
    expect(event).toEqual({ type: 'coach.changed', subject_id: coach.userId })
  })

  test('offers no booking to whose process is not active, nor while the coach takes none', async () => {
    expect((await read(coach.token)).body).toMatchObject({ canBook: false, nextSession: null })
    const { db } = app.deps
    await db.updateTable('clients').set({ status: 'paused' }).where('id', '=', client.clientId).execute()
    expect((await read(client.token)).body.canBook).toBe(false)
    await db.updateTable('clients').set({ status: 'active' }).where('id', '=', client.clientId).execute()
    await db.updateTable('coaches').set({ payment_status: 'none' }).where('id', '=', coach.userId).execute()
    const { status, body } = await read(client.token)
    expect([status, body.canBook]).toEqual([200, false])
  })

  test('is for the people of the practice', async () => {
    const other = await newCoach(app)
    for (const token of [client.token, coach.token]) {
      const { status, refusal } = await read(token, other.userId)
      expect([status, refusal.code]).toEqual([404, 'coach.not_found'])
    }
    const foreign = await choose(['email'], coach, other.userId)
    expect([foreign.status, foreign.refusal.code]).toEqual([404, 'coach.not_found'])
    const byClient = await app.call(
      'PUT /v1/coach/:coachId',
      { params: { coachId: coach.userId }, body: { shownContacts: [] } },
      client.token,
    )
    expect(byClient.status).toBe(403)
  })

  test('knows no other ways to reach somebody', async () => {
    const { status, refusal } = await choose(['fax' as never])
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([422, ['shownContacts.0']])
  })
})
