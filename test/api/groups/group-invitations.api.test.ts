import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupBody, GroupDetail } from '#contract/groups.ts'
import type { ClientId } from '#contract/values.ts'
import { DAY_MS } from '#time/clock.ts'
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
import { PASSWORD, type TestCoach, mailedInvitation, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let group: GroupDetail
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  group = await newGroup(app, coach, { status: 'running' })
})
afterAll(() => app.close())

type Invited = { clientId: ClientId; email: string }

async function invite(into = group): Promise<Invited> {
  const { email, ...names } = newcomer()
  const { people } = good(await add(app, coach, into, { email, ...names }), 201)
  return { clientId: people!.find((person) => person.email === email)!.clientId, email }
}
const look = async ({ clientId, email }: Invited) =>
  app.call('GET /v1/invitation/:clientId', {
    params: { clientId },
    query: { t: await mailedInvitation(app, email) },
  })
const decline = async ({ clientId, email }: Invited) =>
  app.call('POST /v1/invitation/:clientId/decline', {
    params: { clientId },
    body: { token: await mailedInvitation(app, email) },
  })
const resend = ({ clientId }: Invited) =>
  app.call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }, coach.token)
const put = ({ id: groupId }: GroupDetail, body: GroupBody) =>
  app.call('PUT /v1/group/:groupId', { params: { groupId }, body }, coach.token)
const me = async ({ token }: { token: string }) => (await app.call('GET /v1/auth/me', {}, token)).body.user
const notified = async () => {
  await app.settle()
  const { body } = await app.call(
    'GET /v1/notification/all/:userId',
    { params: { userId: coach.userId }, query: {} },
    coach.token,
  )
  return body.data.map(({ type, body: { name, lastName, client, group: into } }) => ({
    type,
    name,
    lastName,
    client,
    group: into,
  }))
}
const refused = ({ status, refusal }: { status: number; refusal: { code: string } }) => [status, refusal.code]
/** Tokens live for seven days: after a jump in time people sign in again. */
async function pass(ms: number) {
  app.clock.advance(ms)
  const { body } = await app.call('POST /v1/auth/user', { body: { email: coach.email, password: PASSWORD } })
  coach = { ...coach, token: body.token }
}

// @spec P.34
describe('accepting an invitation into a group (product §4, §7)', () => {
  test('names the group, lets the person in, and tells the coach', async () => {
    const invited = await invite()
    expect((await look(invited)).body.group).toEqual({ name: group.name })
    const token = good(await accept(app, invited)).token
    expect(await me({ token })).toMatchObject({ role: 'member', group: { id: group.id, name: group.name } })
    expect(memberOf(await read(app, coach, group), invited.clientId)).toMatchObject({
      status: 'active',
      joinedAt: TEST_NOW,
    })
    expect(await notified()).toEqual([
      {
        type: 'MEMBER_INVITATION_ACEPTED',
        name: 'Luz',
        lastName: 'Vega',
        client: invited.clientId,
        group: group.id,
      },
    ])
  })

  test('of a client who was added to a group tells of the client', async () => {
    const { email, ...names } = newcomer()
    const body = { ...names, email, invite: true }
    const { id: clientId } = good(await app.call('POST /v1/client', { body }, coach.token), 201)
    await mailedInvitation(app, email)
    good(await add(app, coach, group, { clientId }), 201)
    good(await accept(app, { clientId, email }))
    expect(memberOf(await read(app, coach, group), clientId).status).toBe('active')
    expect(await notified()).toMatchObject([{ type: 'CLIENT_INVITATION_ACEPTED', client: clientId }])
  })

  test('into two groups lets the person into both, and names the one asked for last', async () => {
    const invited = await invite()
    app.clock.advance(1_000)
    const second = await newGroup(app, coach)
    good(await add(app, coach, second, { clientId: invited.clientId }), 201)
    expect((await look(invited)).body.group).toEqual({ name: second.name })
    good(await accept(app, invited))
    for (const each of [group, second]) {
      expect(memberOf(await read(app, coach, each), invited.clientId).status).toBe('active')
    }
    expect(await notified()).toMatchObject([{ type: 'MEMBER_INVITATION_ACEPTED', group: second.id }])
  })

  test('ends with its group: the link says so, and nobody is invited any more', async () => {
    const invited = await invite()
    const token = await mailedInvitation(app, invited.email)
    const ended = good(await transition(app, coach, group, 'finished'))
    expect(ended).toMatchObject({ invited: 0, people: [{ status: 'expired', allowedActions: [] }] })
    const params = { clientId: invited.clientId }
    const answers = [
      await app.call('GET /v1/invitation/:clientId', { params, query: { t: token } }),
      await app.call('POST /v1/invitation/:clientId', {
        params,
        body: { token, password: PASSWORD, acceptTerms: true, acceptPrivacy: true },
      }),
      await app.call('POST /v1/invitation/:clientId/decline', { params, body: { token } }),
      await app.call('POST /v1/invitation/:clientId/renew', { params, body: { token } }),
    ]
    for (const answer of answers) expect(refused(answer)).toEqual([409, 'invitation.group_over'])
    expect(answers[0]!.refusal.error).toBe('Este grupo ya no recibe integrantes.')
    const client = good(await app.call('GET /v1/client/:clientId', { params }, coach.token))
    expect(client.status).toBe('notInvited')
    // Invited again, into the practice.
    app.clock.advance(DAY_MS / 2)
    good(await resend(invited))
    expect((await look(invited)).body.group).toBeNull()
  })

  test('stays valid when the group is finished, for another group or for an individual process', async () => {
    const [both, own] = [await invite(), await invite()]
    const second = await newGroup(app, coach)
    good(await add(app, coach, second, { clientId: both.clientId }), 201)
    await app.deps.db.updateTable('clients').set({ role: 'client' }).where('id', '=', own.clientId).execute()
    expect(good(await transition(app, coach, group, 'finished')).invited).toBe(0)
    expect((await look(both)).body.group).toEqual({ name: second.name })
    expect((await look(own)).body.group).toBeNull()
    const { token } = good(await accept(app, own))
    expect((await me({ token })).group).toBeNull()
    expect((await read(app, coach, group)).members).toBe(0)
  })

  test('is never open in a finished group, however adding and finishing meet', async () => {
    for (let round = 0; round < 6; round += 1) {
      const each = await newGroup(app, coach, { status: 'running', capacity: 20 })
      const people = Array.from({ length: 4 }, () => newcomer())
      await Promise.all([
        ...people.map((person) => add(app, coach, each, person)),
        transition(app, coach, each, 'finished').then((answer) => good(answer)),
      ])
      expect(await read(app, coach, each)).toMatchObject({ status: 'finished', invited: 0 })
      const emails = people.map(({ email }) => email)
      const open = await app.deps.db
        .selectFrom('clients')
        .where('email', 'in', emails)
        .where('status', '=', 'invited')
        .select('email')
        .execute()
      expect(open).toEqual([])
    }
  })

  test('is refused when others were faster, and stays open', async () => {
    const small = await newGroup(app, coach, { capacity: 2 })
    const late = await invite(small)
    await pass(15 * DAY_MS)
    for (let seat = 0; seat < 2; seat += 1) await newMember(app, coach, small)
    good(await resend(late))
    const answer = await accept(app, late)
    expect(refused(answer)).toEqual([409, 'group.full'])
    expect(answer.refusal.error).toBe('El cupo del grupo está lleno.')
    const users = await app.deps.db.selectFrom('users').select('id').where('email', '=', late.email).execute()
    expect(users).toEqual([])
    const client = good(
      await app.call('GET /v1/client/:clientId', { params: { clientId: late.clientId } }, coach.token),
    )
    expect(client.status).toBe('invited')
    good(await put(small, { capacity: 3 }))
    good(await accept(app, late))
  })

  test('may be more than there are seats, when opened again; the group is no less the coach’s to change', async () => {
    const small = await newGroup(app, coach, { capacity: 3 })
    const late = await invite(small)
    await pass(15 * DAY_MS)
    for (let seat = 0; seat < 3; seat += 1) await newMember(app, coach, small)
    good(await resend(late))
    const body = good(await put(small, { description: 'Los jueves', capacity: 3 }))
    expect(body).toMatchObject({ description: 'Los jueves', members: 3, invited: 1 })
    expect(refused(await put(small, { capacity: 2 }))).toEqual([409, 'group.capacity_below_members'])
  })
})

test('declining gives the seat back', async () => {
  const invited = await invite()
  good(await decline(invited), 204)
  const at = await read(app, coach, group)
  expect(at).toMatchObject({ members: 0, invited: 0 })
  expect(memberOf(at, invited.clientId)).toMatchObject({
    status: 'declined',
    allowedActions: ['resendInvitation', 'remove'],
  })
  expect(await notified()).toMatchObject([{ type: 'INVITATION_DECLINED', client: invited.clientId }])
})

// @spec P.36
test('the session user’s group is the running one joined last (product §1 D19)', async () => {
  const member = await newMember(app, coach, group)
  app.clock.advance(1_000)
  const [open, running] = [await newGroup(app, coach), await newGroup(app, coach, { status: 'running' })]
  for (const each of [open, running]) {
    good(await add(app, coach, each, { clientId: member.clientId }), 201)
    app.clock.advance(1_000)
  }
  expect((await me(member)).group).toEqual({ id: running.id, name: running.name })
  good(await transition(app, coach, running, 'finished'))
  expect((await me(member)).group!.id).toBe(group.id)
  good(await transition(app, coach, open, 'running'))
  expect((await me(member)).group!.id).toBe(open.id)
  expect((await me(coach)).group).toBeNull()
})

test.each(['paused', 'finished', 'archived'] as const)(
  'whose own process is %s keeps their place, and reads, until somebody ends it',
  async (state) => {
    const member = await newMember(app, coach, group, 'Rosa')
    const other = await newGroup(app, coach, { capacity: 2, status: 'running' })
    const params = { clientId: member.clientId }
    if (state === 'paused') good(await app.call('POST /v1/client/:clientId/pause', { params }, coach.token))
    else good(await app.call('POST /v1/client/:clientId/finish', { params }, coach.token))
    if (state === 'archived') {
      good(await app.call('POST /v1/client/:clientId/archive', { params }, coach.token))
    }
    const seen = await read(app, coach, group)
    expect(seen).toMatchObject({ members: 1, firstNames: ['Rosa'] })
    expect(memberOf(seen, member.clientId)).toMatchObject({ status: 'active', allowedActions: ['remove'] })
    expect((await read(app, member, group)).firstNames).toEqual([])
    expect((await me(member)).group!.id).toBe(group.id)
    expect(refused(await add(app, coach, other, { clientId: member.clientId }))).toEqual([
      409,
      'client.wrong_state',
    ])
    const place = { groupId: group.id, memberId: memberOf(seen, member.clientId).id }
    good(await app.call('DELETE /v1/group/:groupId/member/:memberId', { params: place }, coach.token))
    expect((await me(member)).group).toBeNull()
  },
)

describe('what a member sees (product §7)', () => {
  // @spec P.35
  test('are the first names of the others who are in, and nothing else of anybody', async () => {
    const [ana, beto] = [
      await newMember(app, coach, group, 'Ana Lucía'),
      await newMember(app, coach, group, 'Beto'),
    ]
    const gone = await newMember(app, coach, group, 'Carla')
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, gone.token)
    const invited = await invite()
    const seen = await read(app, ana, group)
    const told =
      'allowedActions capacity channel companyName createdAt description endDate firstNames id invited members ' +
      'modality name nextSessionAt objective photo startDate status updatedAt'
    expect(Object.keys(seen).toSorted().join(' ')).toBe(told)
    expect(seen).toMatchObject({
      firstNames: ['Beto'],
      members: 2,
      invited: 0,
      allowedActions: ['leave'],
    })
    const list = await app.call(
      'GET /v1/group/Client/:clientId',
      { params: { clientId: ana.clientId }, query: {} },
      ana.token,
    )
    const wire = JSON.stringify([seen, list.body, await me(ana)])
    for (const secret of [beto.email, beto.clientId, beto.userId, invited.email, gone.email, 'Carla']) {
      expect(wire).not.toContain(secret)
    }
    expect(JSON.stringify(seen)).not.toMatch(/Torres|Vega|lastName|email|people/)
  })

  test('is a group they are in: no other exists for them', async () => {
    const member = await newMember(app, coach, group)
    const other = await newGroup(app, coach, { status: 'running' })
    const invited = await newClient(app, coach)
    for (const [viewer, { id: groupId }] of [
      [member, other],
      [invited, group],
    ] as const) {
      for (const answer of [
        await app.call('GET /v1/group/:groupId', { params: { groupId } }, viewer.token),
        await app.call('POST /v1/group/:groupId/leave', { params: { groupId } }, viewer.token),
      ]) {
        expect(refused(answer)).toEqual([404, 'group.not_found'])
      }
    }
  })
})

describe('many at once', () => {
  const outcomes = (answers: { status: number; refusal: { code: string } }[]) =>
    answers.map(({ status, refusal }) => (status < 300 ? 'in' : refusal.code)).toSorted()

  test('family 14: never take more seats than there are', async () => {
    const small = await newGroup(app, coach, { capacity: 3 })
    const clients = [await newClient(app, coach), await newClient(app, coach), await newClient(app, coach)]
    const answers = await Promise.all([
      ...clients.map(({ clientId }) => add(app, coach, small, { clientId })),
      ...Array.from({ length: 5 }, () => add(app, coach, small, newcomer())),
      add(app, coach, small, { people: [newcomer(), newcomer()] }),
    ])
    const { members, invited } = await read(app, coach, small)
    expect(members + invited).toBe(3)
    expect(outcomes(answers).every((code) => code === 'in' || code === 'group.full')).toBe(true)
  })

  // @spec P.34
  test('family 14: accepting, and being added, never fill a group beyond its capacity', async () => {
    const small = await newGroup(app, coach, { capacity: 4 })
    const late = [await invite(small), await invite(small), await invite(small)]
    await pass(15 * DAY_MS)
    const invited = [await invite(small), await invite(small), await invite(small), await invite(small)]
    for (const each of late) good(await resend(each))
    const everybody = [...late, ...invited]
    for (const { email } of everybody) await mailedInvitation(app, email)
    const { clientId } = await newClient(app, coach)
    const answers = await Promise.all([
      ...everybody.map((each) => accept(app, each)),
      add(app, coach, small, { clientId }),
    ])
    expect(outcomes(answers)).toEqual([
      ...Array<string>(4).fill('group.full'),
      ...Array<string>(4).fill('in'),
    ])
    const { members, people } = await read(app, coach, small)
    expect(members).toBe(4)
    // A refused person has accepted nothing.
    const accounts = await app.deps.db
      .selectFrom('clients')
      .select('id')
      .where(
        'id',
        'in',
        people!.map((person) => person.clientId),
      )
      .where('user_id', 'is not', null)
      .execute()
    expect(accounts).toHaveLength(4)
  })

  test('there are no deadlocks: the same people into, out of and around several groups', async () => {
    const groups = await Promise.all(Array.from({ length: 3 }, () => newGroup(app, coach, { capacity: 50 })))
    const people = Array.from({ length: 6 }, () => newcomer())
    const client = await newClient(app, coach)
    const invited = await Promise.all(groups.map((each) => invite(each)))
    for (const { email } of invited) await mailedInvitation(app, email)
    const answers = await Promise.all([
      ...groups.flatMap((each, index) => [
        add(app, coach, each, { people: index % 2 ? people.toReversed() : people }),
        add(app, coach, each, { clientId: client.clientId }),
        add(app, coach, each, { clientId: invited[(index + 1) % 3]!.clientId }),
      ]),
      ...invited.map((each) => accept(app, each)),
      ...groups.map((each) => transition(app, coach, each, 'running')),
    ])
    expect(outcomes(answers)).toEqual(Array<string>(answers.length).fill('in'))
    for (const each of groups) {
      const at = await read(app, coach, each)
      expect([at.members + at.invited, at.people!.length]).toEqual([9, 9])
    }
    const rows = await app.deps.db
      .selectFrom('clients')
      .select('email')
      .where('coach_id', '=', coach.userId)
      .execute()
    expect(new Set(rows.map(({ email }) => email)).size).toBe(10)
  })

  test('being removed and accepting end in one of both', async () => {
    const invited = await invite()
    const { id: memberId } = memberOf(await read(app, coach, group), invited.clientId)
    await mailedInvitation(app, invited.email)
    const [answer, removed] = await Promise.all([
      accept(app, invited),
      app.call(
        'DELETE /v1/group/:groupId/member/:memberId',
        { params: { groupId: group.id, memberId } },
        coach.token,
      ),
    ])
    expect(removed.status).toBe(200)
    expect([200, 404, 409]).toContain(answer.status)
    expect(memberOf(await read(app, coach, group), invited.clientId).status).toBe('removed')
    const row = await app.deps.db
      .selectFrom('clients')
      .select('status')
      .where('id', '=', invited.clientId)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe(answer.status === 200 ? 'active' : 'notInvited')
  })
})
