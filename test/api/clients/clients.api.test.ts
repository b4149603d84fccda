import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewClientBody } from '#contract/clients.ts'
import type { ClientId, UserId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { freedAfterTwoInvitations } from '#test/support/invitations.ts'
import {
  type TestCoach,
  mailedCode,
  mailedInvitation,
  newClient,
  newCoach,
  newEmail,
} from '#test/support/people.ts'
import { book, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(async () => {
  coach = await newCoach(app)
})
afterAll(() => app.close())

type Form = { [Field in keyof NewClientBody]?: NewClientBody[Field] }
const form = (change: Form = {}) => ({
  name: 'Mariana',
  lastName: 'Torres',
  email: newEmail('client'),
  ...change,
})
const create = (change: Form = {}, by = coach) =>
  app.call('POST /v1/client', { body: form(change) }, by.token)
const get = (clientId: ClientId, by = coach) =>
  app.call('GET /v1/client/:clientId', { params: { clientId } }, by.token)
const resend = (clientId: ClientId, by = coach) =>
  app.call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }, by.token)
const list = (query: object = {}, coachId = coach.userId) =>
  app.call('GET /v1/client/coach/:coachId', { params: { coachId }, query }, coach.token)
const listActive = (query: object = {}, coachId = coach.userId) =>
  app.call('GET /v1/client/coach/:coachId/active', { params: { coachId }, query }, coach.token)
const countInNeed = (_: object = {}, coachId = coach.userId) =>
  app.call('GET /v1/client/coach/:coachId/attention', { params: { coachId } }, coach.token)
const NOBODY = '01890000-0000-7000-8000-000000000000'

/** A refusal without what differs in every answer. */
const plain = ({ status, refusal }: { status: number; refusal: { requestId: string } }) => ({
  status,
  ...refusal,
  requestId: undefined,
})

// @spec 5.10
describe('creating a client (product §6)', () => {
  test('needs a name and an address; the rest has good presets', async () => {
    const { status, body } = await create({ email: 'Nueva.Clienta@Correo.Example' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Mariana',
      lastName: 'Torres',
      fullName: 'Mariana Torres',
      email: 'nueva.clienta@correo.example',
      role: 'client',
      status: 'notInvited',
      timezone: 'America/Mexico_City',
      invitedAt: null,
      acceptedAt: null,
      nextSessionAt: null,
      lastSessionAt: null,
      openActions: 0,
      tags: [],
      rhythm: null,
      attention: [],
      ownAccount: false,
      allowedActions: ['invite', 'book', 'addAction', 'archive'],
    })
    expect((await get(body.id)).body).toEqual(body)
    await app.settle()
    expect(await app.mails(body.email)).toEqual([])
  })

  test('says in the list where somebody lives: a number without its code is dialled by that', async () => {
    const { body } = await create({ country: 'Colombia', whatsapp: '300 123 4567' })
    expect((await list()).body.data).toMatchObject([
      { id: body.id, country: 'Colombia', whatsapp: '300 123 4567' },
    ])
  })

  test('and inviting mails a link at once', async () => {
    const { body } = await create({ invite: true, timezone: 'America/Tijuana' })
    expect(body).toMatchObject({
      status: 'invited',
      timezone: 'America/Tijuana',
      invitedAt: body.createdAt,
      allowedActions: ['resendInvitation', 'share', 'book', 'addAction', 'archive'],
    })
    await app.settle()
    const mails = await app.mails(body.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain(`${app.deps.config.publicUrl}/invitation/${body.id}?t=`)
  })

  // @spec 7.10
  test('under the own id of the path does the same; under another id there is no coach', async () => {
    const at = (coachId: UserId) =>
      app.call('POST /v1/client/:coachId', { params: { coachId }, body: form() }, coach.token)
    expect((await at(coach.userId)).status).toBe(201)
    const stranger = await newCoach(app)
    const foreign = await at(stranger.userId)
    expect([foreign.status, foreign.refusal.code]).toEqual([404, 'coach.not_found'])
    expect(plain(foreign)).toEqual(plain(await at(NOBODY as UserId)))
    expect((await list()).body.total).toBe(1)
  })

  test('under the own id of the path refuses the same', async () => {
    const { body } = await create()
    const at = (by: TestCoach, change: Form) =>
      app.call('POST /v1/client/:coachId', { params: { coachId: by.userId }, body: form(change) }, by.token)
    const unconfirmed = await newCoach(app, { verified: false })
    const invitedTwice = newEmail('client')
    await freedAfterTwoInvitations(app, coach, invitedTwice)
    const answers = [
      await at(coach, { email: body.email }),
      await at(coach, { email: coach.email }),
      await at(coach, { email: invitedTwice, invite: true }),
      await at(unconfirmed, { invite: true }),
    ]
    expect(answers.map(({ status, refusal }) => [status, refusal.code])).toEqual([
      [409, 'client.email_taken'],
      [409, 'client.own_email'],
      [429, 'client.resend_too_soon'],
      [403, 'auth.email_unverified'],
    ])
    expect((await list()).body.total).toBe(2)
  })

  test('refuses an address the coach has already, however it is written', async () => {
    const { body } = await create()
    const again = await create({ email: body.email.toUpperCase(), invite: true })
    expect([again.status, again.refusal.code]).toEqual([409, 'client.email_taken'])
    expect((await list()).body.total).toBe(1)
    await app.settle()
    expect(await app.mails(body.email)).toEqual([])
    expect((await create({ email: body.email }, await newCoach(app))).status).toBe(201)
  })

  test('of 32 at once with one address makes one', async () => {
    const email = newEmail('client')
    const answers = await Promise.all(Array.from({ length: 32 }, () => create({ email })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ refusal }) => refusal.code === 'client.email_taken')).toHaveLength(31)
    expect((await list()).body.total).toBe(1)
  })

  test("refuses the coach's own address", async () => {
    const own = await create({ email: coach.email.toUpperCase() })
    expect([own.status, own.refusal.code]).toEqual([409, 'client.own_email'])
    expect((await list()).body.total).toBe(0)
  })

  test('a coach whose address is not confirmed invites nobody, and nothing is created', async () => {
    const unconfirmed = await newCoach(app, { verified: false })
    const invited = await create({ invite: true }, unconfirmed)
    expect([invited.status, invited.refusal.code]).toEqual([403, 'auth.email_unverified'])
    expect(invited.refusal.error).toBe('Confirma tu correo para enviar invitaciones.')
    const rows = () =>
      app.deps.db.selectFrom('clients').select('id').where('coach_id', '=', unconfirmed.userId).execute()
    expect(await rows()).toEqual([])
    // Without an invitation they may, and from the moment of confirming they may invite.
    const kept = await create({}, unconfirmed)
    expect(kept.body.allowedActions).toEqual(['book', 'addAction', 'archive'])
    expect((await resend(kept.body.id, unconfirmed)).refusal.code).toBe('auth.email_unverified')
    const code = await mailedCode(app, unconfirmed.email)
    await app.call('POST /v1/auth/verifyemail', { body: { email: unconfirmed.email, code } })
    expect((await create({ invite: true }, unconfirmed)).status).toBe(201)
    expect((await get(kept.body.id, unconfirmed)).body.allowedActions).toEqual([
      'invite',
      'book',
      'addAction',
      'archive',
    ])
  })

  test.each<[string, Form, string]>([
    ['name', { name: 'M' }, 'Escribe al menos 2 caracteres.'],
    ['lastName', { lastName: 'x'.repeat(81) }, 'Escribe como máximo 80 caracteres.'],
    ['email', { email: 'no-es-correo' }, 'Correo no válido'],
    ['timezone', { timezone: 'GMT+6' }, 'Elige una zona horaria de la lista.'],
    ['invite', { invite: 'yes' as never }, 'El valor no es del tipo esperado.'],
    ['status', { status: 'active' } as never, 'Este dato no se espera aquí.'],
  ])('names a bad %s', async (field, change, text) => {
    const { status, refusal } = await create(change)
    expect([status, refusal.fields]).toEqual([422, { [field]: text }])
  })
})

// @spec 7.9
describe('lists of clients', () => {
  test('hold the practice alone, by name, searched and narrowed', async () => {
    await create({ name: 'Zoé', lastName: 'Ávila' })
    await create({ name: 'Álvaro', lastName: 'Núñez', invite: true })
    await newClient(app, coach, { name: 'Bea' })
    await newClient(app, await newCoach(app), { name: 'Ajena' })
    const names = async (query: object) => (await list(query)).body.data.map(({ name }) => name)
    expect(await names({})).toEqual(['Álvaro', 'Bea', 'Zoé'])
    expect(await names({ direction: 'desc' })).toEqual(['Zoé', 'Bea', 'Álvaro'])
    expect(await names({ search: 'nunez' })).toEqual(['Álvaro'])
    expect(await names({ search: 'AVILA' })).toEqual(['Zoé'])
    expect(await names({ status: 'invited' })).toEqual(['Álvaro'])
    expect(await names({ status: 'archived' })).toEqual([])
    expect((await list({ items: 2, page: 2 })).body).toMatchObject({ total: 3, page: 2, items: 2 })
    const active = await listActive()
    expect(active.body.data.map(({ name }) => name)).toEqual(['Bea'])
    // The presets of spec §7: ten items, in rising order.
    for (const { body } of [await list(), active]) expect(body).toMatchObject({ page: 1, items: 10 })
    await newClient(app, coach, { name: 'Aldo' })
    const actives = async (query: object) => (await listActive(query)).body.data.map(({ name }) => name)
    expect(await actives({})).toEqual(['Aldo', 'Bea'])
    expect(await actives({ direction: 'desc' })).toEqual(['Bea', 'Aldo'])
    expect((await listActive({ search: 'zoe' })).body.total).toBe(0)
    app.clock.advance(14 * DAY_MS)
    coach = { ...coach, token: await signInAgain(coach) }
    expect(await names({ status: 'invited' })).toEqual([])
    expect(await names({ status: 'expired' })).toEqual(['Álvaro'])
  })

  test('of another coach are not there', async () => {
    const stranger = await newCoach(app)
    for (const ask of [list, listActive, countInNeed]) {
      const foreign = await ask({}, stranger.userId)
      expect([foreign.status, foreign.refusal.code]).toEqual([404, 'coach.not_found'])
      expect(plain(foreign)).toEqual(plain(await ask({}, NOBODY as UserId)))
    }
  })

  test('name who can be booked, those added, booked or met last before the others', async () => {
    const first = await newClient(app, coach)
    app.clock.advance(DAY_MS)
    const second = await newClient(app, coach)
    const names = async (query = {}) =>
      (await list({ bookable: 'true', sort: 'recent', direction: 'desc', ...query })).body.data.map(
        ({ id }) => id,
      )
    expect(await names()).toEqual([second.clientId, first.clientId])
    app.clock.advance(DAY_MS)
    await made(book(app, coach, first))
    expect(await names()).toEqual([first.clientId, second.clientId])
    expect(await names({ status: 'paused' })).toEqual([])
    await app.call('POST /v1/client/:clientId/pause', { params: { clientId: first.clientId } }, coach.token)
    expect(await names()).toEqual([second.clientId])
  })

  test('count who needs attention in the whole practice, whatever the page shows', async () => {
    await create({ invite: true })
    await create()
    await newClient(app, await newCoach(app))
    expect((await countInNeed()).body).toEqual({ count: 0 })
    app.clock.advance(15 * DAY_MS)
    coach = { ...coach, token: await signInAgain(coach) }
    expect((await countInNeed()).body).toEqual({ count: 1 })
    expect((await list({ attention: 'true' })).body.total).toBe(1)
  })

  test.each([
    { items: 0 },
    { items: 101 },
    { page: 0 },
    { direction: 'up' },
    { status: 'gone' },
    { search: 'a\u0000b' },
    { sort: 'x' },
  ])('refuse %o', async (query) => {
    expect((await list(query)).status).toBe(422)
  })
})

async function signInAgain({ email }: TestCoach): Promise<string> {
  const { body } = await app.call('POST /v1/auth/user', { body: { email, password: 'girasol-violeta-41' } })
  return body.token
}

describe('a client of another coach', () => {
  test('is not there', async () => {
    const { body } = await create({}, await newCoach(app))
    for (const ask of [get, resend]) {
      const foreign = await ask(body.id)
      expect([foreign.status, foreign.refusal.code]).toEqual([404, 'client.not_found'])
      expect(plain(foreign)).toEqual(plain(await ask(NOBODY as ClientId)))
    }
  })
})

// @spec 7.11
describe('sending an invitation again (product §4)', () => {
  const links = async (clientId: ClientId, email: string) => {
    await app.settle()
    const found = (await app.mails(email)).flatMap(({ text }) => /\?t=([\w-]+)/.exec(text)?.[1] ?? [])
    const answers = await Promise.all(
      found.map((t) => app.call('GET /v1/invitation/:clientId', { params: { clientId }, query: { t } })),
    )
    return answers.map(({ status }) => status)
  }

  test('is the first one for a client who was not invited', async () => {
    const { body } = await create()
    const { status, body: invited } = await resend(body.id)
    expect([status, invited.status]).toEqual([200, 'invited'])
    expect(invited.invitedAt).not.toBeNull()
    expect(await links(body.id, body.email)).toEqual([200])
  })

  test('makes the links mailed before useless', async () => {
    const { body } = await create({ invite: true })
    expect(await links(body.id, body.email)).toEqual([200])
    expect((await resend(body.id)).status).toBe(200)
    // Newest first.
    expect(await links(body.id, body.email)).toEqual([200, 409])
  })

  test('goes once in ten minutes and five times a day', async () => {
    const { body } = await create({ invite: true })
    for (let time = 0; time < 5; time += 1) {
      await app.settle()
      expect((await resend(body.id)).status).toBe(200)
      const soon = await resend(body.id)
      expect([soon.status, soon.refusal.code]).toEqual([429, 'client.resend_too_soon'])
      expect(soon.refusal.error).toBe('Espera unos minutos antes de reenviar.')
      app.clock.advance(10 * MINUTE_MS)
    }
    expect((await resend(body.id)).status).toBe(429)
    app.clock.advance(23 * HOUR_MS)
    coach = { ...coach, token: await signInAgain(coach) }
    expect((await resend(body.id)).status).toBe(429)
    await app.settle()
    app.clock.advance(HOUR_MS)
    expect((await resend(body.id)).status).toBe(200)
    expect(await links(body.id, body.email)).toEqual([200, 409, 409, 409, 409, 409, 409])
  })

  test('of 32 at once sends one', async () => {
    const { body } = await create({ invite: true })
    await app.settle()
    const answers = await Promise.all(Array.from({ length: 32 }, () => resend(body.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(31)
    expect(await links(body.id, body.email)).toEqual([200, 409])
  })

  test('revives one that expired or was declined, not one that was accepted', async () => {
    const expired = (await create({ invite: true })).body
    app.clock.advance(15 * DAY_MS)
    coach = { ...coach, token: await signInAgain(coach) }
    expect((await get(expired.id)).body).toMatchObject({
      status: 'expired',
      allowedActions: ['resendInvitation', 'book', 'addAction', 'archive'],
    })
    expect((await resend(expired.id)).body.status).toBe('invited')

    const declined = (await create({ invite: true })).body
    const token = await mailedInvitation(app, declined.email)
    await app.call('POST /v1/invitation/:clientId/decline', {
      params: { clientId: declined.id },
      body: { token },
    })
    expect((await get(declined.id)).body).toMatchObject({
      status: 'declined',
      allowedActions: ['resendInvitation', 'archive'],
    })
    expect((await resend(declined.id)).body.status).toBe('invited')

    const accepted = await newClient(app, coach)
    const refused = await resend(accepted.clientId)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'client.wrong_state'])
    expect((await get(accepted.clientId)).body).toMatchObject({
      status: 'active',
      allowedActions: ['book', 'addAction', 'pause', 'finish'],
    })
  })

  test('a mail that failed and goes out later carries a link that works', async () => {
    const { body } = await create({ invite: true })
    app.clock.advance(2 * DAY_MS)
    expect(await links(body.id, body.email)).toEqual([200])
    // It ends with the invitation, not 14 days after the mail.
    app.clock.advance(12 * DAY_MS)
    expect(await links(body.id, body.email)).toEqual([409])
  })
})
