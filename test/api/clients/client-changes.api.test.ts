import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientBody } from '#contract/clients.ts'
import type { ClientId, GoalId } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestCoach, mailedInvitation, newClient, newCoach, newEmail } from '#test/support/people.ts'
import { add, good, newGroup } from '#test/support/groups.ts'
import { book, close, groupSession, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(async () => {
  coach = await newCoach(app)
})
afterAll(() => app.close())

const invite = async (email = newEmail('client'), invited = true) => {
  const body = { name: 'Mariana', lastName: 'Torres', email, invite: invited }
  const made = await app.call('POST /v1/client', { body }, coach.token)
  expect(made.status).toBe(201)
  return made.body
}
const put = (clientId: ClientId, body: ClientBody, by: { token: string } = coach) =>
  app.call('PUT /v1/client/:clientId', { params: { clientId }, body }, by.token)
const get = (clientId: ClientId, by: { token: string } = coach) =>
  app.call('GET /v1/client/:clientId', { params: { clientId } }, by.token)
const open = (clientId: ClientId, t: string) =>
  app.call('GET /v1/invitation/:clientId', { params: { clientId }, query: { t } })
const resend = (clientId: ClientId) =>
  app.call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }, coach.token)
const NOBODY = '01890000-0000-7000-8000-000000000000' as ClientId

const WHOLE = {
  whatsapp: '+52 999 123 4567',
  phone: '999 123 4567',
  jobOcuppation: 'Directora',
  companyName: 'Áncora',
  country: 'Mexico',
  city: 'Mérida',
  startDate: '2027-01-15' as never,
  objective: 'Delegar\ncon confianza.',
  tags: ['dirección', 'Mérida'],
  source: 'Recomendación',
  emergencyContact: 'Luis, 999 765 4321',
}

describe('the fields of a client (product §6)', () => {
  test('are all kept when somebody is created, and come back', async () => {
    const email = newEmail('client')
    const body = { name: 'Mariana', lastName: 'Torres', email, role: 'collaborator' as const, ...WHOLE }
    const created = await app.call('POST /v1/client', { body }, coach.token)
    expect(created.body).toMatchObject({ ...WHOLE, role: 'collaborator', moves: [], ownAccount: false })
    expect((await get(created.body.id)).body).toEqual(created.body)
  })

  test('change one by one, and nothing else with them', async () => {
    const { id } = await invite()
    expect((await put(id, WHOLE)).body).toMatchObject({ ...WHOLE, name: 'Mariana', status: 'invited' })
    const named = await put(id, { name: 'Mari', role: 'collaborator', timezone: 'America/Tijuana' })
    expect(named.body).toMatchObject({
      ...WHOLE,
      fullName: 'Mari Torres',
      role: 'collaborator',
      timezone: 'America/Tijuana',
    })
  })

  test('are taken away by null and by an empty text', async () => {
    const { id } = await invite()
    await put(id, WHOLE)
    const { body } = await put(id, { whatsapp: '', objective: null, startDate: null, tags: [] })
    expect(body).toMatchObject({ whatsapp: null, objective: null, startDate: null, tags: [] })
    expect(body).toMatchObject({ phone: WHOLE.phone, source: WHOLE.source })
  })

  test('take a WhatsApp that can be written to, as a profile does, and nothing else', async () => {
    const { id } = await invite()
    const refused = await put(id, { whatsapp: 'hola' })
    expect(refused).toMatchObject({ status: 422, body: { fields: { whatsapp: expect.any(String) } } })
    for (const whatsapp of ['55 1234 5678', 'https://wa.me/525512345678']) {
      expect((await put(id, { whatsapp })).body).toMatchObject({ whatsapp })
    }
  })

  test('are composed, and a tag is stored once', async () => {
    const { id } = await invite()
    const decomposed = 'José'.normalize('NFD')
    const { body } = await put(id, { name: decomposed, tags: ['a', decomposed, 'José'] })
    expect(body).toMatchObject({ name: 'José', tags: ['a', 'José'] })
  })

  test("are the person's own where the coach wrote nothing", async () => {
    const client = await newClient(app, coach, { timezone: 'America/Tijuana' })
    const settings = {
      id: client.userId,
      country: 'Mexico',
      city: 'Tijuana',
      timezone: 'America/Tijuana',
      whatsapp: '+52 664 000 0000',
      phone: '664 111 1111',
    }
    const params = { userId: client.userId }
    await app.call('PUT /v1/user/:userId', { params, body: settings }, client.token)
    const own = await get(client.clientId)
    const { whatsapp, phone, city, country, timezone } = settings
    expect(own.body).toMatchObject({ whatsapp, phone, city, country, timezone, ownAccount: true })
    const written = await put(client.clientId, { city: 'Rosarito', phone: '1' })
    expect(written.body).toMatchObject({ whatsapp, city: 'Rosarito', phone: '1' })
  })

  test.each<[keyof ClientBody, unknown]>([
    ['name', 'M'],
    ['email', 'x'],
    ['role', 'member'],
    ['timezone', 'GMT+6'],
    ['whatsapp', 'x'.repeat(41)],
    ['companyName', 'a\nb'],
    ['startDate', '2027-02-30'],
    ['objective', 'a\u0000b'],
    ['tags', Array.from({ length: 16 }, (_, index) => `t${index}`)],
    ['emergencyContact', 'x'.repeat(501)],
  ])('a bad %s is named, and nothing is written', async (field, value) => {
    const { id } = await invite()
    const before = (await get(id)).body
    const { status, refusal } = await put(id, { city: 'Mérida', [field]: value })
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([422, [field]])
    expect((await get(id)).body).toEqual(before)
  })

  test('of a client who is not theirs are not there', async () => {
    const foreign = await newClient(app, await newCoach(app))
    const answers = [await put(foreign.clientId, { name: 'Otra' }), await put(NOBODY, { name: 'Otra' })]
    expect(answers.map(({ status, refusal }) => [status, refusal.code])).toEqual([
      [404, 'client.not_found'],
      [404, 'client.not_found'],
    ])
  })
})

// @spec P.13
describe('a changed e-mail (product §4)', () => {
  test('ends what was mailed to the one before; inviting the new one works at once', async () => {
    const { id, email } = await invite()
    const token = await mailedInvitation(app, email)
    await resend(id)
    const again = await mailedInvitation(app, email)
    const fresh = newEmail('client')
    const changed = await put(id, { email: fresh.toUpperCase() })
    expect(changed.body).toMatchObject({ email: fresh, status: 'notInvited', invitedAt: null })
    expect(changed.body.allowedActions).toContain('invite')
    for (const t of [token, again]) {
      expect((await open(id, t)).status).toBeGreaterThanOrEqual(400)
    }
    app.clock.advance(1000)
    // The limit counts what was sent to the address of now.
    expect((await resend(id)).body.status).toBe('invited')
    expect((await open(id, await mailedInvitation(app, fresh))).status).toBe(200)
    expect((await open(id, token)).refusal.code).toBe('invitation.expired')
  })

  test('undoes a refusal as well: the new address has declined nothing', async () => {
    const { id, email } = await invite()
    const token = await mailedInvitation(app, email)
    await app.call('POST /v1/invitation/:clientId/decline', { params: { clientId: id }, body: { token } })
    expect((await get(id)).body.status).toBe('declined')
    expect((await put(id, { email: newEmail('client') })).body.status).toBe('notInvited')
  })

  test('that is the same changes nothing', async () => {
    const { id, email } = await invite()
    const token = await mailedInvitation(app, email)
    expect((await put(id, { email: email.toUpperCase(), city: 'Mérida' })).body).toMatchObject({
      email,
      status: 'invited',
      city: 'Mérida',
    })
    expect((await open(id, token)).status).toBe(200)
  })

  test('of an archived client leads back to somebody nobody has invited', async () => {
    const { id } = await invite()
    const params = { clientId: id }
    await app.call('POST /v1/client/:clientId/archive', { params }, coach.token)
    expect((await put(id, { email: newEmail('client') })).body.status).toBe('archived')
    const back = await app.call('POST /v1/client/:clientId/restore', { params }, coach.token)
    expect(back.body.status).toBe('notInvited')
  })

  test('is neither the coach’s own nor that of another client', async () => {
    const { id } = await invite()
    const other = await invite()
    const own = await put(id, { email: coach.email })
    expect([own.status, own.refusal.code]).toEqual([409, 'client.own_email'])
    const taken = await put(id, { email: other.email })
    expect([taken.status, taken.refusal.code]).toEqual([409, 'client.email_taken'])
  })

  test('is the person’s own once they have accepted, like the zone', async () => {
    const client = await newClient(app, coach)
    const { body: shown } = await get(client.clientId)
    const refused = await put(client.clientId, {
      email: newEmail('client'),
      timezone: 'Asia/Tokyo',
      city: 'Mérida',
    })
    expect([refused.status, refused.refusal.code]).toEqual([409, 'client.owned_by_person'])
    expect(Object.keys(refused.refusal.fields ?? {})).toEqual(['email', 'timezone'])
    expect((await get(client.clientId)).body).toEqual(shown)
    // A form that sends what it was shown changes nothing of it.
    const { email, timezone } = shown
    expect((await put(client.clientId, { email, timezone, city: 'Mérida' })).body).toMatchObject({
      email,
      timezone,
      city: 'Mérida',
    })
  })

  test('and an acceptance at once: one of both wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, email } = await invite()
      const token = await mailedInvitation(app, email)
      const body = { token, password: 'girasol-violeta-41', acceptTerms: true, acceptPrivacy: true } as const
      const [changed, accepted] = await Promise.all([
        put(id, { email: newEmail('client') }),
        app.call('POST /v1/invitation/:clientId', { params: { clientId: id }, body }),
      ])
      expect([changed.status, accepted.status].filter((status) => status === 200)).toHaveLength(1)
      const { body: now } = await get(id)
      expect(now.status).toBe(accepted.status === 200 ? 'active' : 'notInvited')
      expect(now.email === email).toBe(accepted.status === 200)
    }
  })
})

describe('a client’s own record (product §20)', () => {
  const COACHS = ['tags', 'source', 'emergencyContact', 'rhythm', 'attention', 'moves', 'allowedActions']

  // @spec P.14
  test('is theirs to read, without what is the coach’s alone', async () => {
    const client = await newClient(app, coach)
    await put(client.clientId, WHOLE)
    const { status, body } = await get(client.clientId, client)
    expect([status, body.objective, body.ownAccount]).toEqual([200, WHOLE.objective, true])
    for (const key of COACHS) expect(Object.keys(body)).not.toContain(key)
    const text = JSON.stringify(body)
    for (const secret of [WHOLE.source, WHOLE.emergencyContact, ...WHOLE.tags]) {
      expect(text.includes(secret), secret).toBe(secret === 'Mérida')
    }
    expect(Object.keys((await get(client.clientId)).body)).toEqual(expect.arrayContaining(COACHS))
  })

  // @spec 1.14
  test.each(['client', 'collaborator', 'member'] as const)('gives a %s their company', async (role) => {
    const client = await newClient(app, coach)
    const companyOf = async (who: { token: string }) =>
      (await app.call('GET /v1/auth/me', {}, who.token)).body.user.companyName
    await app.deps.db.updateTable('clients').set({ role }).where('id', '=', client.clientId).execute()
    expect(await companyOf(client)).toBeNull()
    await put(client.clientId, { companyName: WHOLE.companyName })
    expect(await companyOf(client)).toBe(WHOLE.companyName)
    expect(await companyOf(coach)).toBeNull()
    expect(await companyOf(await newClient(app, coach))).toBeNull()
  })

  test('is the only one there is for them', async () => {
    const client = await newClient(app, coach)
    const other = await newClient(app, coach)
    for (const id of [other.clientId, NOBODY]) {
      const foreign = await get(id, client)
      expect([foreign.status, foreign.refusal.code]).toEqual([404, 'client.not_found'])
    }
    expect((await put(client.clientId, { name: 'Otra' }, client)).status).toBe(403)
  })
})

// @spec P.15
describe('since the last session (product §6)', () => {
  test('moved what the client and the coach did, newest first', async () => {
    const client = await newClient(app, coach)
    const moves = async () => (await get(client.clientId)).body.moves
    expect(await moves()).toMatchObject([{ kind: 'accepted', text: null }])

    const past = await made(book(app, coach, client, '2027-02-01T16:00:00.000Z'))
    const agreed = { actions: [{ text: 'Practicar' }, { text: 'Escribir' }] }
    const closed = await made(close(app, coach, past.id, agreed))
    // What was agreed in the session is no news of the time after it.
    expect((await moves())?.map(({ kind }) => kind)).toEqual(['accepted'])
    app.clock.advance(60_000)
    const [first, second] = closed.actions
    const setStatus = (actionId: typeof first, status: 'done' | 'wontDo') =>
      app.call(
        'PUT /v1/action/:actionId/status',
        { params: { actionId: actionId!.id }, body: { status } },
        client.token,
      )
    await setStatus(first, 'done')
    app.clock.advance(60_000)
    await setStatus(second, 'wontDo')
    app.clock.advance(60_000)
    const body = {
      type: 'Client' as const,
      startsAt: '2027-02-04T15:00:00.000Z' as never,
      endsAt: '2027-02-04T16:00:00.000Z' as never,
    }
    const asked = await made(app.call('POST /v1/session', { body }, client.token))
    app.clock.advance(60_000)
    const params = { sessionId: asked.id }
    await app.call(
      'POST /v1/session/:sessionId/cancel',
      { params, body: { reason: 'No puedo.' } },
      client.token,
    )
    expect((await moves())?.map(({ kind, text }) => [kind, text])).toEqual([
      ['sessionCancelled', 'Sesión con Mariana'],
      ['sessionAsked', 'Sesión con Mariana'],
      ['actionDropped', 'Escribir'],
      ['actionDone', 'Practicar'],
      ['accepted', null],
    ])
  })

  // @spec P.137
  test('has goals and what was noted of them, by the person also those of their groups', async () => {
    const client = await newClient(app, coach)
    const group = await newGroup(app, coach, { status: 'running' })
    good(await add(app, coach, group, { clientId: client.clientId }), 201)
    const goal = async (title: string, owner: object) => {
      const body = { title, measure: 'percent' as const, ...owner }
      return good(await app.call('POST /v1/goal', { body }, coach.token), 201).id
    }
    const note = async (goalId: GoalId, { token }: { token: string }) => {
      app.clock.advance(60_000)
      good(
        await app.call('POST /v1/goal/:goalId/checkin', { params: { goalId }, body: { value: 40 } }, token),
      )
    }
    app.clock.advance(60_000)
    const own = await goal('Dormir mejor', { clientId: client.clientId })
    const shared = await goal('Delegar más', { groupId: group.id })
    await note(own, coach)
    await note(shared, coach)
    await note(shared, client)
    app.clock.advance(60_000)
    const ending = { params: { goalId: own }, body: { status: 'achieved' as const } }
    good(await app.call('PUT /v1/goal/:goalId/status', ending, client.token))
    const { moves } = (await get(client.clientId)).body
    expect(moves?.map(({ kind, text }) => [kind, text])).toEqual([
      ['goalAchieved', 'Dormir mejor'],
      ['goalNoted', 'Delegar más'],
      ['goalNoted', 'Dormir mejor'],
      ['goalAdded', 'Dormir mejor'],
      ['accepted', null],
    ])
    // What is noted while a session is closed is no news of the time after it.
    const next = await goal('Correr', { clientId: client.clientId })
    const past = await made(book(app, coach, client, '2027-02-01T16:00:00.000Z'))
    await made(close(app, coach, past.id, { goals: [{ goalId: next, value: 10 }] }))
    const after = (await get(client.clientId)).body.moves
    expect(after?.filter(({ kind, text }) => kind === 'goalNoted' && text === 'Correr')).toEqual([])
  })

  test('counts from a session of a group they came to as well', async () => {
    const client = await newClient(app, coach)
    const group = await newGroup(app, coach, { status: 'running' })
    good(await add(app, coach, group, { clientId: client.clientId }), 201)
    const moves = async () => (await get(client.clientId)).body.moves
    const own = await made(book(app, coach, client, '2027-01-20T16:00:00.000Z'))
    await made(close(app, coach, own.id))
    const { id } = await groupSession(app, coach, group, '2027-02-01T16:00:00.000Z')
    const attendance = [{ personId: client.clientId, state: 'present' as const }]
    expect((await moves())?.map(({ kind }) => kind)).toEqual(['accepted'])
    await app.deps.db
      .updateTable('clients')
      .set({ accepted_at: toTimestamp(fromIso('2027-01-25T16:00:00Z')) })
      .where('id', '=', client.clientId)
      .execute()
    await made(close(app, coach, id, { attendance, actions: [{ text: 'Practicar' }] }))
    // Neither the acceptance before it nor what was agreed in it is news of the time after it.
    expect(await moves()).toEqual([])
  })
})
