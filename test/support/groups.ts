import type { GroupDetail, GroupStatus, MemberDto, NewMemberBody } from '#contract/groups.ts'
import type { ClientId } from '#contract/values.ts'
import type { Answered, TestApp } from './app.ts'
import { PASSWORD, type TestClient, type TestCoach, mailedInvitation, newClient, newEmail } from './people.ts'

const WAY: readonly GroupStatus[] = ['draft', 'open', 'running', 'finished', 'archived']
let serial = 0

/** A new group of the coach, open at once or brought to a state by the steps that lead there. */
export async function newGroup(
  app: TestApp,
  coach: TestCoach,
  { status = 'open', ...body }: { status?: GroupStatus; name?: string; capacity?: number } = {},
): Promise<GroupDetail> {
  serial += 1
  const created = await app.call(
    'POST /v1/group',
    { body: { name: `Grupo ${serial}`, capacity: 4, publish: status !== 'draft', ...body } },
    coach.token,
  )
  let group = good(created, 201)
  for (const next of WAY.slice(2, WAY.indexOf(status) + 1))
    group = good(await transition(app, coach, group, next))
  return group
}

/** Asks for a state. */
export function transition(
  app: TestApp,
  coach: TestCoach,
  { id: groupId }: Pick<GroupDetail, 'id'>,
  status: GroupStatus,
): Promise<Answered<'PUT /v1/group/:groupId/status'>> {
  return app.call(
    'PUT /v1/group/:groupId/status',
    { params: { groupId }, body: { status: status as Exclude<GroupStatus, 'draft'> } },
    coach.token,
  )
}

/** Adds somebody, or many. */
export function add(
  app: TestApp,
  coach: TestCoach,
  { id: groupId }: Pick<GroupDetail, 'id'>,
  body: NewMemberBody,
): Promise<Answered<'POST /v1/group/:groupId/member'>> {
  return app.call('POST /v1/group/:groupId/member', { params: { groupId }, body }, coach.token)
}

/** A group as somebody reads it. */
export async function read(
  app: TestApp,
  viewer: { token: string },
  { id: groupId }: Pick<GroupDetail, 'id'>,
): Promise<GroupDetail> {
  return good(await app.call('GET /v1/group/:groupId', { params: { groupId } }, viewer.token))
}

/** One person of a group that the coach reads. */
export function memberOf({ people }: GroupDetail, clientId: ClientId): MemberDto {
  const member = people?.find((person) => person.clientId === clientId)
  if (!member) throw new Error(`Nobody with the id ${clientId} is in the group`)
  return member
}

/** Somebody new, to be invited. */
export function newcomer(name = 'Luz'): { name: string; lastName: string; email: string } {
  return { name, lastName: 'Vega', email: newEmail('member') }
}

/** Answers the newest invitation mailed to somebody by accepting it. */
export async function accept(
  app: TestApp,
  { clientId, email }: { clientId: ClientId; email: string },
): Promise<Answered<'POST /v1/invitation/:clientId'>> {
  const token = await mailedInvitation(app, email)
  return app.call('POST /v1/invitation/:clientId', {
    params: { clientId },
    body: { token, password: PASSWORD, acceptTerms: true, acceptPrivacy: true },
  })
}

/** A new member of a group, invited into it and accepted: seeded, without a mail. */
export function newMember(
  app: TestApp,
  coach: TestCoach,
  { id: groupId }: Pick<GroupDetail, 'id'>,
  name = 'Luz',
): Promise<TestClient> {
  return newClient(app, coach, { name, lastName: 'Vega', groupId })
}

/** A new member through the product: invited into the group by mail, accepted through the link. */
export async function invitedMember(
  app: TestApp,
  coach: TestCoach,
  group: Pick<GroupDetail, 'id'>,
  name?: string,
): Promise<TestClient> {
  const person = newcomer(name)
  const { people } = good(await add(app, coach, group, person), 201)
  const { clientId } = people!.find(({ email }) => email === person.email)!
  const { token } = good(await accept(app, { clientId, email: person.email }))
  const { id } = good(await app.call('GET /v1/auth/me', {}, token))
  return { token, userId: id, clientId, email: person.email }
}

/** The body of an answer of this status. */
export function good<T>({ status, body }: { status: number; body: T }, expected = 200): T {
  if (status !== expected) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
