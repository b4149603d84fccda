import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupDetail } from '#contract/groups.ts'
import type { ClientId, MemberId } from '#contract/values.ts'
import { DAY_MS, MINUTE_MS } from '#time/clock.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import {
  accept,
  add,
  good,
  transition,
  newGroup,
  newMember,
  newcomer,
  memberOf,
  read,
} from '#test/support/groups.ts'
import {
  PASSWORD,
  type TestCoach,
  mailedInvitation,
  newClient,
  newCoach,
  newEmail,
} from '#test/support/people.ts'
import { expectEqualEffort, statementsOf } from '#test/support/effort/statements.ts'
import { book, close, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let group: GroupDetail
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  group = await newGroup(app, coach)
})
afterAll(() => app.close())

const remove = ({ id: memberId }: { id: MemberId }, from = group, by = coach) =>
  app.call('DELETE /v1/group/:groupId/member/:memberId', { params: { groupId: from.id, memberId } }, by.token)
const resend = ({ id: memberId }: { id: MemberId }, from = group, by = coach) =>
  app.call(
    'POST /v1/group/:groupId/member/:memberId/resendinvitation',
    { params: { groupId: from.id, memberId } },
    by.token,
  )
const leave = (member: { token: string }, from = group) =>
  app.call('POST /v1/group/:groupId/leave', { params: { groupId: from.id } }, member.token)
const clientOf = async (clientId: ClientId) =>
  good(await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token))
const invite = async (person = newcomer(), into = group) => {
  const { people } = good(await add(app, coach, into, person), 201)
  return { ...people!.find(({ email }) => email === person.email)!, email: person.email }
}
const newRecord = async (more: object = {}) => {
  const body = { name: 'Iris', lastName: 'Mora', email: newEmail('client'), ...more }
  return good(await app.call('POST /v1/client', { body }, coach.token), 201)
}
const refused = ({ status, refusal }: { status: number; refusal: { code: string } }) => [status, refusal.code]
const mailsTo = async (email: string) => {
  await app.settle()
  return app.mails(email)
}
/** Tokens live for a day: after a longer jump in time people sign in again. */
async function pass(ms: number) {
  app.clock.advance(ms)
  const { body } = await app.call('POST /v1/auth/user', { body: { email: coach.email, password: PASSWORD } })
  coach = { ...coach, token: body.token }
}
const setStatus = (clientId: ClientId, status: 'paused' | 'finished') =>
  app.deps.db.updateTable('clients').set({ status }).where('id', '=', clientId).execute()

const setUnconfirmed = () =>
  app.deps.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', coach.userId).execute()

describe('adding somebody', () => {
  test('who is an active client lets them in at once, and tells them', async () => {
    const client = await newClient(app, coach)
    const { status, body } = await add(app, coach, group, { clientId: client.clientId })
    expect(status).toBe(201)
    expect(body).toMatchObject({ members: 1, invited: 0, firstNames: ['Mariana'] })
    expect(memberOf(body, client.clientId)).toMatchObject({
      name: 'Mariana',
      lastName: 'Torres',
      fullName: 'Mariana Torres',
      email: client.email,
      status: 'active',
      invitedAt: null,
      joinedAt: TEST_NOW,
      leftAt: null,
      openActions: 0,
      doneActions: 0,
      allowedActions: ['remove'],
    })
    expect((await clientOf(client.clientId)).role).toBe('client')
    const [mail] = await mailsTo(client.email)
    expect(mail!.subject).toBe(`Ana López te agregó a ${group.name}`)
    expect((await read(app, client, group)).name).toBe(group.name)
  })

  test('brings what they have to do along, open and done apart; what was dropped counts as neither', async () => {
    const client = await newClient(app, coach)
    const { id } = await made(book(app, coach, client, '2027-02-02T14:00:00Z'))
    const texts = ['Escribir', 'Llamar', 'Leer', 'Pedir']
    const { actions } = await made(close(app, coach, id, { actions: texts.map((text) => ({ text })) }))
    for (const [index, status] of (['done', 'wontDo', 'inProgress'] as const).entries()) {
      const params = { actionId: actions[index]!.id }
      good(await app.call('PUT /v1/action/:actionId/status', { params, body: { status } }, coach.token))
    }
    const { body } = await add(app, coach, group, { clientId: client.clientId })
    expect(memberOf(body, client.clientId)).toMatchObject({ openActions: 2, doneActions: 1 })
  })

  // @spec P.33
  test('new makes them a client record of a member, and mails an invitation that names the group', async () => {
    const person = { ...newcomer(), name: 'Jose\u0301' }
    const { id, clientId, email } = await invite(person)
    const at = await read(app, coach, group)
    expect(at).toMatchObject({ members: 0, invited: 1, firstNames: [] })
    expect(memberOf(at, clientId)).toMatchObject({
      id,
      name: 'José',
      status: 'invited',
      joinedAt: null,
      allowedActions: ['resendInvitation', 'remove'],
    })
    expect(await clientOf(clientId)).toMatchObject({ role: 'member', status: 'invited', email })
    const [mail] = await mailsTo(email)
    expect(mail!.subject).toBe(`Ana López te invita a ${group.name}`)
  })

  test('whose invitation is open holds a seat for them, without another mail', async () => {
    const { id: clientId, email } = await newRecord({ invite: true })
    await mailsTo(email)
    const { body } = await add(app, coach, group, { clientId })
    expect(memberOf(body, clientId).status).toBe('invited')
    expect(await mailsTo(email)).toHaveLength(1)
    good(await accept(app, { clientId, email }))
    expect(memberOf(await read(app, coach, group), clientId).status).toBe('active')
  })

  test('whom nobody invited yet invites them', async () => {
    const { id: clientId, email } = await newRecord()
    const { body } = await add(app, coach, group, { clientId })
    expect(memberOf(body, clientId).status).toBe('invited')
    expect(await clientOf(clientId)).toMatchObject({ role: 'client', status: 'invited' })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('by an address that is a client’s already adds that client', async () => {
    const client = await newClient(app, coach)
    const person = { name: 'Otro', lastName: 'Nombre', email: client.email.toUpperCase() }
    const { body } = await add(app, coach, group, person)
    expect(memberOf(body, client.clientId)).toMatchObject({ name: 'Mariana', status: 'active' })
  })

  test('again, who left, was removed, declined or did not answer, brings them back', async () => {
    const [left, removed] = [await newMember(app, coach, group), await newMember(app, coach, group)]
    good(await leave(left), 204)
    good(await remove(memberOf(await read(app, coach, group), removed.clientId)))
    const declined = await invite()
    await app.call('POST /v1/invitation/:clientId/decline', {
      params: { clientId: declined.clientId },
      body: { token: await mailedInvitation(app, declined.email) },
    })
    const states = (at: GroupDetail) =>
      [left, removed, declined].map(({ clientId }) => memberOf(at, clientId).status)
    expect(states(await read(app, coach, group))).toEqual(['left', 'removed', 'declined'])
    await pass(15 * DAY_MS)
    for (const { clientId } of [left, removed, declined])
      good(await add(app, coach, group, { clientId }), 201)
    const back = await read(app, coach, group)
    expect(states(back)).toEqual(['active', 'active', 'invited'])
    expect(memberOf(back, left.clientId).leftAt).toBeNull()
    expect(back.people).toHaveLength(3)
    await pass(15 * DAY_MS)
    expect(memberOf(await read(app, coach, group), declined.clientId).status).toBe('expired')
    const { body } = await add(app, coach, group, { clientId: declined.clientId })
    expect(memberOf(body, declined.clientId).status).toBe('invited')
  })

  test('who is in already, or invited, is refused by name', async () => {
    const client = await newMember(app, coach, group)
    const invited = await invite()
    for (const clientId of [client.clientId, invited.clientId]) {
      const answer = await add(app, coach, group, { clientId })
      expect(refused(answer)).toEqual([409, 'group.already_member'])
      expect(Object.keys(answer.refusal.fields!)).toEqual(['clientId'])
    }
    const again = await add(app, coach, group, { ...newcomer(), email: invited.email })
    expect([...refused(again), Object.keys(again.refusal.fields!)]).toEqual([
      409,
      'group.already_member',
      ['email'],
    ])
  })

  test('whose process pauses or is over is refused', async () => {
    for (const status of ['paused', 'finished'] as const) {
      const { clientId } = await newClient(app, coach)
      await setStatus(clientId, status)
      expect(refused(await add(app, coach, group, { clientId }))).toEqual([409, 'client.wrong_state'])
    }
    const { id: clientId } = await newRecord()
    await app.deps.db
      .updateTable('clients')
      .set({ status: 'archived', archived_from: 'notInvited' })
      .where('id', '=', clientId)
      .execute()
    expect(refused(await add(app, coach, group, { clientId }))).toEqual([409, 'client.wrong_state'])
  })

  test('of another practice, or the coach, is refused', async () => {
    const other = await newCoach(app)
    const { clientId } = await newClient(app, other)
    expect(refused(await add(app, coach, group, { clientId }))).toEqual([404, 'client.not_found'])
    const own = await add(app, coach, group, { ...newcomer(), email: coach.email })
    expect(refused(own)).toEqual([409, 'client.own_email'])
    expect(own.refusal.fields).toEqual({ email: 'Este es tu propio correo.' })
  })

  test('is for a coach with a confirmed address, unless nobody has to be invited', async () => {
    const { clientId } = await newClient(app, coach)
    const uninvited = await newRecord()
    const open = await newRecord({ invite: true })
    await setUnconfirmed()
    const person = newcomer()
    for (const body of [person, { clientId: uninvited.id }]) {
      expect(refused(await add(app, coach, group, body))).toEqual([403, 'auth.email_unverified'])
    }
    expect(await mailsTo(person.email)).toEqual([])
    expect((await read(app, coach, group)).allowedActions).toContain('addMember')
    for (const id of [clientId, open.id]) {
      expect((await add(app, coach, group, { clientId: id })).status).toBe(201)
    }
  })

  test.each<[string, object, string[]]>([
    ['nobody', {}, ['name', 'lastName', 'email']],
    ['half a person', { name: 'Luz' }, ['lastName', 'email']],
    ['an empty list', { people: [] }, ['people']],
    [
      'one of many without an address',
      { people: [{ name: 'Luz', lastName: 'Vega', email: 'luz' }] },
      ['people.0.email'],
    ],
  ])('needs them to be named: %s', async (_, body, fields) => {
    const { status, refusal } = await add(app, coach, group, body)
    expect([status, Object.keys(refusal.fields!)]).toEqual([422, fields])
  })

  test('takes one way of naming them', async () => {
    const { id: clientId } = await newRecord()
    const both = { clientId, people: [newcomer()] }
    const bothIds = { clientId, clientIds: [clientId] }
    const mixed = { ...newcomer(), people: [newcomer()] }
    for (const body of [both, bothIds, mixed, { clientId, name: 'Luz' }]) {
      expect((await add(app, coach, group, body)).status).toBe(422)
    }
  })
})

// @spec P.33
describe('adding many', () => {
  test('adds each once: new ones, clients, and the same address twice', async () => {
    const client = await newClient(app, coach)
    const twice = newcomer('Uno')
    const people = [twice, newcomer(), { ...newcomer(), email: client.email }, { ...twice, name: 'Dos' }]
    const { body } = await add(app, coach, group, { people })
    expect(body).toMatchObject({ members: 1, invited: 2 })
    expect(body.people!.find(({ email }) => email === twice.email)!.name).toBe('Uno')
    expect(await mailsTo(twice.email)).toHaveLength(1)
  })

  test('takes as many statements for twenty as for two, and tells them apart where they cannot be invited', async () => {
    const [wide, other] = [
      await newGroup(app, coach, { capacity: 40 }),
      await newGroup(app, coach, { capacity: 40 }),
    ]
    const people = Array.from({ length: 20 }, () => newcomer())
    const adding = (some: typeof people) =>
      statementsOf(async () => expect((await add(app, coach, wide, { people: some })).status).toBe(201))
    const forTwo = await adding(people.slice(0, 2))
    expectEqualEffort(forTwo, await adding([newcomer(), ...people.slice(2)]))
    await app.settle()
    for (const { email } of people) expect(await app.mails(email)).toHaveLength(1)

    // Invited twice within ten minutes already.
    const again = (await read(app, coach, wide)).people!.find(({ email }) => email === people[0]!.email)!
    good(await resend(again, wide))
    good(await remove(again, wide))
    const answer = await add(app, coach, other, { people: [newcomer(), people[0]!] })
    expect(answer.status).toBe(429)
    expect(Object.keys(answer.refusal.fields!)).toEqual(['people.1.email'])
    expect((await read(app, coach, other)).people).toEqual([])
  })

  test('adds chosen clients and new people together, each once', async () => {
    const [one, two] = [await newClient(app, coach), await newClient(app, coach)]
    const { id: waiting } = await newRecord()
    const body = {
      clientIds: [one.clientId, two.clientId, waiting, one.clientId],
      people: [newcomer(), { ...newcomer(), email: two.email }],
    }
    expect((await add(app, coach, group, body)).body).toMatchObject({ members: 2, invited: 2 })
  })

  test('adds none of the chosen if one cannot be, and names them', async () => {
    const inside = await newMember(app, coach, group)
    const fresh = await newClient(app, coach)
    const known = await add(app, coach, group, { clientIds: [fresh.clientId, inside.clientId] })
    expect(refused(known)).toEqual([409, 'group.already_member'])
    expect(Object.keys(known.refusal.fields!)).toEqual(['clientIds.1'])
    const foreign = await newClient(app, await newCoach(app))
    for (const id of [foreign.clientId, '01890000-0000-7000-8000-000000000000' as ClientId]) {
      expect(refused(await add(app, coach, group, { clientIds: [fresh.clientId, id] }))).toEqual([
        404,
        'client.not_found',
      ])
    }
    expect((await read(app, coach, group)).people).toHaveLength(1)
  })

  test('two calls at once, of the same people in another order, give each one seat', async () => {
    const people = await Promise.all(Array.from({ length: 2 }, () => newClient(app, coach)))
    const ids = people.map(({ clientId }) => clientId)
    const answers = await Promise.all([
      add(app, coach, group, { clientIds: ids }),
      add(app, coach, group, { clientIds: ids.toReversed() }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await read(app, coach, group)).members).toBe(2)
  })

  test('adds all or none, and names the rows that cannot be', async () => {
    const inside = await newMember(app, coach, group)
    const paused = await newClient(app, coach)
    await setStatus(paused.clientId, 'paused')
    const people = [newcomer(), ...[inside.email, paused.email].map((email) => ({ ...newcomer(), email }))]
    const answer = await add(app, coach, group, { people })
    expect(refused(answer)).toEqual([409, 'group.already_member'])
    expect(Object.keys(answer.refusal.fields!)).toEqual(['people.1.email'])
    const next = await add(app, coach, group, { people: [people[0]!, people[2]!] })
    expect([...refused(next), Object.keys(next.refusal.fields!)]).toEqual([
      409,
      'client.wrong_state',
      ['people.1.email'],
    ])
    const own = await add(app, coach, group, { people: [people[0]!, { ...newcomer(), email: coach.email }] })
    expect(Object.keys(own.refusal.fields!)).toEqual(['people.1.email'])
    const seats = await add(app, coach, group, { people: Array.from({ length: 4 }, () => newcomer()) })
    expect(refused(seats)).toEqual([409, 'group.full'])
    // Nothing of it was written, nobody was told.
    expect((await read(app, coach, group)).people).toHaveLength(1)
    expect(await mailsTo(people[0]!.email)).toEqual([])
    const clients = await app.deps.db
      .selectFrom('clients')
      .select('id')
      .where('coach_id', '=', coach.userId)
      .execute()
    expect(clients).toHaveLength(2)
  })
})

test('members are kept out of the list of clients, and found when asked for', async () => {
  const member = await newMember(app, coach, group)
  const client = await newClient(app, coach)
  good(await add(app, coach, group, { clientId: client.clientId }), 201)
  const ids = async (path: '' | 'all/', query: object) => {
    const params = { coachId: coach.userId }
    const { body } = path
      ? await app.call('GET /v1/client/all/coach/:coachId', { params, query }, coach.token)
      : await app.call('GET /v1/client/coach/:coachId', { params, query }, coach.token)
    return body.data.map(({ id }) => id).toSorted()
  }
  expect(await ids('', {})).toEqual([client.clientId])
  expect(await ids('', { role: 'member' })).toEqual([member.clientId])
  expect(await ids('all/', {})).toEqual([client.clientId, member.clientId].toSorted())
  expect(await clientOf(member.clientId)).toMatchObject({ role: 'member', status: 'active' })
})

describe('the seats (product §7)', () => {
  test('are taken by those who are in and by open invitations, and given back', async () => {
    const small = await newGroup(app, coach, { capacity: 2 })
    const member = await newMember(app, coach, small)
    const invited = await invite(newcomer(), small)
    const full = await add(app, coach, small, newcomer())
    expect(refused(full)).toEqual([409, 'group.full'])
    expect((await read(app, coach, small)).allowedActions).not.toContain('addMember')
    good(await leave(member, small), 204)
    const second = await invite(newcomer(), small)
    expect(refused(await add(app, coach, small, newcomer()))).toEqual([409, 'group.full'])
    good(await remove(invited, small))
    await invite(newcomer(), small)
    // Invitations nobody answered hold none.
    await pass(15 * DAY_MS)
    const empty = await read(app, coach, small)
    expect(empty).toMatchObject({ members: 0, invited: 0 })
    expect(memberOf(empty, second.clientId).status).toBe('expired')
    good(await add(app, coach, small, { people: [newcomer(), newcomer()] }), 201)
    // Whose invitation is sent again needs a seat again.
    expect(refused(await resend(second, small))).toEqual([409, 'group.full'])
    expect(memberOf(await read(app, coach, small), second.clientId).allowedActions).toEqual(['remove'])
  })
})

describe('sending the invitation of a member again', () => {
  test('mails a fresh link within the limits of clients', async () => {
    const invited = await invite()
    const { clientId, email } = invited
    const first = await mailedInvitation(app, email)
    good(await resend(invited))
    expect(refused(await resend(invited))).toEqual([429, 'client.resend_too_soon'])
    const second = await mailedInvitation(app, email)
    expect(second).not.toBe(first)
    const look = (t: string) =>
      app.call('GET /v1/invitation/:clientId', { params: { clientId }, query: { t } })
    expect(refused(await look(first))).toEqual([409, 'invitation.expired'])
    expect((await look(second)).body.group).toEqual({ name: group.name })
    // Removing and adding is no way around.
    good(await remove(invited))
    const again = await add(app, coach, group, { clientId })
    expect(refused(again)).toEqual([429, 'client.resend_too_soon'])
    expect(Object.keys(again.refusal.fields!)).toEqual(['clientId'])
    app.clock.advance(10 * MINUTE_MS)
    expect((await add(app, coach, group, { clientId })).status).toBe(201)
  })

  test('is for those who have not answered with yes', async () => {
    const member = await newMember(app, coach, group)
    const active = memberOf(await read(app, coach, group), member.clientId)
    expect(refused(await resend(active))).toEqual([409, 'client.wrong_state'])
    good(await leave(member), 204)
    expect(refused(await resend(active))).toEqual([409, 'group.wrong_state'])
    const invited = await invite()
    await transition(app, coach, group, 'running')
    good(await transition(app, coach, group, 'finished'))
    expect(refused(await resend(invited))).toEqual([409, 'group.wrong_state'])
  })

  test('is for a coach with a confirmed address', async () => {
    const invited = await invite()
    await setUnconfirmed()
    expect(refused(await resend(invited))).toEqual([403, 'auth.email_unverified'])
    expect(memberOf(await read(app, coach, group), invited.clientId).allowedActions).toEqual(['remove'])
  })
})

describe('removing and leaving', () => {
  test('end the access at once and keep what is the person’s own', async () => {
    await transition(app, coach, group, 'running')
    for (const out of ['remove', 'leave'] as const) {
      const member = await newMember(app, coach, group, 'Pedro')
      const me = async () => (await app.call('GET /v1/auth/me', {}, member.token)).body.user
      expect((await me()).group).toEqual({ id: group.id, name: group.name })
      const place = memberOf(await read(app, coach, group), member.clientId)
      if (out === 'remove') good(await remove(place))
      else good(await leave(member), 204)
      expect((await me()).group).toBeNull()
      const url = `/v1/group/${group.id}`
      expect((await app.send({ method: 'GET', url, token: member.token })).status).toBe(404)
      const own = await app.call(
        'GET /v1/group/Client/:clientId',
        { params: { clientId: member.clientId }, query: {} },
        member.token,
      )
      expect(own.body.total).toBe(0)
      const gone = memberOf(await read(app, coach, group), member.clientId)
      expect(gone).toMatchObject({
        status: out === 'remove' ? 'removed' : 'left',
        leftAt: TEST_NOW,
        allowedActions: ['add'],
      })
      expect((await clientOf(member.clientId)).status).toBe('active')
      expect(refused(await leave(member))).toEqual([404, 'group.not_found'])
      expect(refused(await remove(place))).toEqual([409, 'group.wrong_state'])
    }
  })

  test('of somebody invited for this group alone takes the invitation back', async () => {
    const invited = await invite()
    const token = await mailedInvitation(app, invited.email)
    good(await remove(invited))
    expect(await clientOf(invited.clientId)).toMatchObject({ status: 'notInvited', role: 'member' })
    const { status, refusal } = await app.call('GET /v1/invitation/:clientId', {
      params: { clientId: invited.clientId },
      query: { t: token },
    })
    expect([status, refusal.code]).toEqual([404, 'invitation.not_found'])
  })

  test('of somebody invited elsewhere too leaves that invitation alone', async () => {
    const second = await newGroup(app, coach)
    const invited = await invite()
    good(await add(app, coach, second, { clientId: invited.clientId }), 201)
    good(await remove(invited))
    expect((await clientOf(invited.clientId)).status).toBe('invited')
    const { id: clientId } = await newRecord({ invite: true })
    const { body } = await add(app, coach, group, { clientId })
    good(await remove(memberOf(body, clientId)))
    expect((await clientOf(clientId)).status).toBe('invited')
  })

  test('is for this group’s people, while it takes people', async () => {
    const [mine, other] = [await invite(), await newGroup(app, coach)]
    expect(refused(await remove(mine, other))).toEqual([404, 'group.member_not_found'])
    expect(refused(await resend(mine, other))).toEqual([404, 'group.member_not_found'])
    const nobody = { id: '01890000-0000-7000-8000-000000000000' as MemberId }
    expect(refused(await remove(nobody))).toEqual([404, 'group.member_not_found'])
    const stranger = await newCoach(app)
    for (const answer of [await remove(mine, group, stranger), await resend(mine, group, stranger)]) {
      expect(refused(answer)).toEqual([404, 'group.not_found'])
    }
    const member = await newMember(app, coach, group)
    await transition(app, coach, group, 'running')
    const { people } = good(await transition(app, coach, group, 'finished'))
    expect(people!.flatMap(({ allowedActions }) => allowedActions)).toEqual([])
    expect(refused(await remove(mine))).toEqual([409, 'group.wrong_state'])
    // Nobody is kept in a group.
    good(await leave(member), 204)
  })
})
