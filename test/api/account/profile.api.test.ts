import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '#contract/values.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient

beforeAll(async () => {
  app = await makeApp()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})
afterAll(() => app.close())

type Person = { token: string; userId: UserId }

const read = ({ token }: Person, userId: UserId) =>
  app.call('GET /v1/user/:userId/profile', { params: { userId } }, token)
const write = ({ token, userId }: Person, body: object, of: UserId = userId) =>
  app.call('PUT /v1/user/:userId/profile', { params: { userId: of }, body }, token)

// @spec 2.36
describe('what a person says of themselves (product §18)', () => {
  test('a coach fills it in, and changes only what they give', async () => {
    const about = {
      bio: 'Acompaño procesos de liderazgo.\nEn español y en inglés.',
      specialities: ['Liderazgo', 'Carrera'],
      spokenLanguages: ['Español', 'Inglés'],
      credentials: ['PCC, ICF'],
      practisingSince: 2015,
    }
    const info = { name: 'Ana Sofía', jobOcuppation: 'Coach ejecutiva', birthday: '1986-05-17' }
    expect((await write(coach, about)).status).toBe(200)
    const { status, body } = await write(coach, info)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: coach.userId, lastName: 'López', ...about, ...info })
    expect([body.aboutMe, body.expectations]).toEqual([null, null])
    expect((await read(coach, coach.userId)).body).toEqual(body)
    const me = await app.call('GET /v1/auth/me', {}, coach.token)
    expect(me.body.user).toMatchObject({ fullName: 'Ana Sofía López', jobOcuppation: 'Coach ejecutiva' })
  })

  test('the colour scheme is kept on its own, for somebody who told no city yet', async () => {
    const someone = await newClient(app, coach)
    expect((await write(someone, { colorScheme: 'dark' })).status).toBe(200)
    const { body } = await app.call('GET /v1/auth/me', {}, someone.token)
    expect(body.user).toMatchObject({ city: null, colorScheme: 'dark', name: 'Mariana' })
    const { status, refusal } = await write(someone, { colorScheme: 'sepia' })
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([422, ['colorScheme']])
  })

  test('an empty text or null takes a value away', async () => {
    await write(coach, { jobOcuppation: 'Coach', bio: 'Hola', birthday: '1986-05-17', practisingSince: 2015 })
    const { body } = await write(coach, {
      jobOcuppation: '',
      bio: '  ',
      birthday: null,
      practisingSince: null,
      credentials: [],
    })
    expect(body).toMatchObject({
      jobOcuppation: null,
      bio: null,
      birthday: null,
      practisingSince: null,
      credentials: [],
    })
  })

  test("a client's new name is the one their coach reads", async () => {
    const { status, body } = await write(client, {
      name: 'Marian',
      lastName: 'Torres Gil',
      aboutMe: 'Dirijo un equipo de ocho.',
      expectations: 'Delegar mejor.',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ aboutMe: 'Dirijo un equipo de ocho.', bio: null, specialities: [] })
    const { clientId } = client
    const seen = await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token)
    expect(seen.body.fullName).toBe('Marian Torres Gil')
    // What they wrote is for their coach, on their own page and in no list.
    expect(seen.body).toMatchObject({
      aboutMe: 'Dirijo un equipo de ocho.',
      expectations: 'Delegar mejor.',
    })
    const practice = { params: { coachId: coach.userId }, query: {} }
    const list = await app.call('GET /v1/client/coach/:coachId', practice, coach.token)
    expect(list.body.data.flatMap((each) => Object.keys(each))).not.toContain('aboutMe')
  })
})

describe('refusals', () => {
  test.each<[string, object]>([
    ['name', { name: 'A' }],
    ['name', { name: '' }],
    ['lastName', { lastName: 'L\nB' }],
    ['birthday', { birthday: '2027-02-30' }],
    ['birthday', { birthday: '2030-01-01' }],
    ['practisingSince', { practisingSince: 2028 }],
    ['practisingSince', { practisingSince: 12 }],
    ['specialities', { specialities: Array.from({ length: 13 }, (_, n) => `Tema ${n}`) }],
    ['credentials.0', { credentials: [''] }],
    ['aboutMe', { aboutMe: 'De la otra orilla' }],
    ['expectations', { expectations: null }],
    // Names that every object has already.
    ['toString', { toString: 'x' }],
    ['hasOwnProperty', { hasOwnProperty: 'x' }],
  ])('of a coach name %s: %j', async (field, body) => {
    const before = (await read(coach, coach.userId)).body
    const { status, refusal } = await write(coach, { jobOcuppation: 'No se guarda', ...body })
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
    expect(refusal.fields?.[field]).toMatch(/\p{L}{3}/u)
    expect((await read(coach, coach.userId)).body).toEqual(before)
  })

  test("a client has none of a coach's fields", async () => {
    const { status, refusal } = await write(client, { bio: 'Coach', practisingSince: null })
    expect(status).toBe(422)
    expect(Object.keys(refusal.fields!)).toEqual(['bio', 'practisingSince'])
  })

  test('the profile of somebody else is missing, a coach’s own client included', async () => {
    for (const answer of [
      await read(coach, client.userId),
      await read(client, coach.userId),
      await write(coach, { name: 'Otra' }, client.userId),
      await write(client, { name: 'Otra' }, coach.userId),
    ]) {
      expect([answer.status, answer.refusal.code]).toEqual([404, 'user.not_found'])
    }
  })
})
