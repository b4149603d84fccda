import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { GroupDetail } from '#contract/groups.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
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
  type TestClient,
  type TestCoach,
  mailedInvitation,
  newClient,
  newCoach,
} from '#test/support/people.ts'
import { caughtUp, listenTo, openSocket } from '#test/support/sockets.ts'

let app: TestApp
let address: string
let coach: TestCoach
let group: GroupDetail
let member: TestClient
/** A client of the same coach who is in another group. */
let outsider: TestClient
let stranger: TestCoach
const sockets: Socket[] = []

beforeAll(async () => {
  app = await makeApp()
  address = await app.listen()
  stranger = await newCoach(app)
})
beforeEach(async () => {
  coach = await newCoach(app)
  group = await newGroup(app, coach, { status: 'running' })
  member = await newMember(app, coach, group)
  outsider = await newMember(app, coach, await newGroup(app, coach))
  await app.settle()
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app.close()
})

type Heard = { name: string; subject: string | undefined; id: string | undefined }

/** The events each of these people receives during an action. */
async function during(people: { token: string }[], act: () => Promise<unknown>): Promise<Heard[][]> {
  const open = await Promise.all(
    people.map(async ({ token }) => {
      const socket = await openSocket(address, token)
      sockets.push(socket)
      const { memberships } = (await app.call('GET /v1/auth/me', {}, token)).body
      return { socket, heard: listenTo(socket), place: memberships.find(({ current }) => current)!.id }
    }),
  )
  await act()
  await app.settle()
  for (const { socket, place } of open) {
    const marker = () => app.deps.realtime.emit(place, 'CHANGED', { subject: 'calendar', id: 'marker' })
    await caughtUp(socket, marker, 'CHANGED')
  }
  return open.map(({ heard }) =>
    heard
      .map(({ name, payload }) => ({ name, ...(payload as Pick<Heard, 'subject' | 'id'>) }))
      .filter(({ id }) => id !== 'marker')
      .map(({ name, subject, id }) => ({ name, subject, id })),
  )
}

const changed = () => ({ name: 'CHANGED', subject: 'group', id: group.id })

// @spec P.38
it('sends changes of a group to its coach and members, and nobody else (spec §4)', async () => {
  const invited = newcomer()
  const added = good(await add(app, coach, group, invited), 201)
  await mailedInvitation(app, invited.email)
  const heard = await during([coach, member, outsider, stranger], async () => {
    const params = { groupId: group.id }
    good(await app.call('PUT /v1/group/:groupId', { params, body: { objective: 'Delegar' } }, coach.token))
    good(await transition(app, coach, group, 'finished'))
  })
  expect(added.invited).toBe(1)
  // The end of a group ends its open invitations, which the coach alone sees.
  const uninvited = {
    name: 'CHANGED',
    subject: 'client',
    id: added.people!.find(({ email }) => email === invited.email)!.clientId,
  }
  expect(heard).toEqual([[changed(), uninvited, changed()], [changed(), changed()], [], []])
})

it('notifies an added member and the other members', async () => {
  const { clientId, token } = await newClient(app, coach)
  await app.settle()
  const heard = await during([coach, member, { token }, outsider], () => add(app, coach, group, { clientId }))
  expect(heard).toEqual([[changed()], [changed()], [changed()], []])
})

it('notifies a removed member of the removal, and of nothing after that', async () => {
  const other = await newMember(app, coach, group)
  await app.settle()
  const { id: memberId } = memberOf(await read(app, coach, group), member.clientId)
  const params = { groupId: group.id }
  const removed = await during([coach, member, other, outsider], async () => {
    good(
      await app.call(
        'DELETE /v1/group/:groupId/member/:memberId',
        { params: { ...params, memberId } },
        coach.token,
      ),
    )
  })
  expect(removed).toEqual([[changed()], [changed()], [changed()], []])
  const left = await during([coach, member, other], () =>
    app.call('POST /v1/group/:groupId/leave', { params }, other.token),
  )
  const told = { name: 'MEMBER_LEFT', subject: undefined, id: expect.any(String) as string }
  expect(left).toEqual([[told, changed()], [], [changed()]])
})

// @spec P.37
it('brings the coach MEMBER_INVITATION_ACEPTED live, as it is stored (product §17)', async () => {
  const person = newcomer()
  const { people } = good(await add(app, coach, group, person), 201)
  const { clientId } = people!.find(({ email }) => email === person.email)!
  await mailedInvitation(app, person.email)
  const socket = await openSocket(address, coach.token)
  sockets.push(socket)
  const heard = listenTo(socket)
  const [ofCoach, ofMember, ofOutsider] = await during([coach, member, outsider], () =>
    accept(app, { clientId, email: person.email }),
  )
  expect(ofCoach!.map(({ name, subject }) => subject ?? name).toSorted()).toEqual([
    'MEMBER_INVITATION_ACEPTED',
    'client',
    'group',
  ])
  expect(ofMember).toEqual([changed()])
  expect(ofOutsider).toEqual([])
  const stored = await app.call(
    'GET /v1/notification/pending/:userId',
    { params: { userId: coach.userId }, query: { direction: 'desc' } },
    coach.token,
  )
  const [newest] = stored.body.notifications
  expect(newest!.body).toEqual({ name: 'Luz', lastName: 'Vega', client: clientId, group: group.id })
  expect(heard.find(({ name }) => name === 'MEMBER_INVITATION_ACEPTED')!.payload).toEqual(newest)
})
