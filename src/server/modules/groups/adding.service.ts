import type { Transaction } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { GroupDetail, GroupStatus, NewMember, NewMemberBody } from '#contract/groups.ts'
import type { ClientId, GroupId, MemberId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { recordAll } from '#server/events/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import * as practicePolicy from '../../policy/practice.policy.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { admitClients } from '../clients/admissions.service.ts'
import { beginReading } from '../messages/messages.service.ts'
import { inOrderOfEmails, statusAt } from '../clients/clients.domain.ts'
import { inviteTogether } from '#server/modules/clients/bulk/bulk-inviting.service.ts'
import { type LockedClient, lockClients } from '#server/modules/clients/inviting/inviting.service.ts'
import { acceptsMembers, hasSeats } from './groups.domain.ts'
import { countSeats, findGroup, lockGroup } from './groups.repository.ts'
import { answerGroup } from './groups.service.ts'
import { type Admission, admissionOf, memberStatusAt } from './members.domain.ts'
import { listMembersOf, putMembers } from './members.repository.ts'

/** A person to add, and their field in the request. */
type Wanted<Person> = Person & { field: string }

/**
 * POST: adds a client, one new person, or several of both; all or nothing (product §7). Active clients are members at
 * once, all others once they accept. An address that belongs to a client adds that client. The number of statements does
 * not grow with theirs, except by who has an invitation that ended.
 */
export async function addMember(
  deps: Deps,
  actor: CoachActor,
  groupId: GroupId,
  body: NewMemberBody,
): Promise<GroupDetail> {
  const scope = scopeOf(actor)
  // Check the group first, so that no client is created for an unknown group.
  found(await findGroup(deps.db, scope, groupId, deps.clock.now()), 'group.not_found')
  const add = () =>
    deps.db.transaction().execute(async (tx) => {
      const people = await lockPeople(deps, tx, actor, body)
      await addPeople(deps, tx, actor, groupId, people)
      return answerGroup(deps, tx, actor, groupId)
    })
  try {
    return await add()
  } catch (error) {
    // Another request created a client with one of these addresses meanwhile: retry, which finds them.
    if (error instanceof Refusal && error.code === 'client.email_taken') return add()
    throw error
  }
}

type People = { clients: Wanted<LockedClient>[]; newcomers: Wanted<{ clientId: ClientId }>[] }

/** The people of a request: existing clients, locked, and new ones, whose records are created here. */
async function lockPeople(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  body: NewMemberBody,
): Promise<People> {
  const chosen = chosenOf(body)
  const people = peopleOf(body)
  refuse(
    'client.own_email',
    people.filter(({ email }) => email === actor.email),
  )
  // One query, so that all are locked in the order of their ids.
  const known = await lockClients(tx, actor, {
    ids: [...chosen.keys()],
    emails: people.map(({ email }) => email),
  })
  const byEmail = new Map(known.map((client) => [client.email, client]))
  const byId = new Map(known.map((client) => [client.id, client]))
  const clients: People['clients'] = []
  for (const [id, field] of chosen) {
    clients.push({ ...found(byId.get(id), 'client.not_found'), field })
  }
  const strangers: typeof people = []
  for (const person of people) {
    const client = byEmail.get(person.email)
    if (!client) strangers.push(person)
    else if (!chosen.has(client.id)) clients.push({ ...client, field: person.field })
  }
  if (strangers.length > 0 && !practicePolicy.can(actor, 'invite', actor))
    throw new Refusal('auth.email_unverified')
  const ordered = inOrderOfEmails(strangers)
  const records = ordered.map(({ name, lastName, email }) => ({
    name: name.normalize('NFC'),
    lastName: lastName.normalize('NFC'),
    email,
    role: 'member' as const,
    timezone: actor.timezone,
  }))
  // Invited later: the day's mails are taken once the group is locked, to avoid a deadlock.
  const ids = await admitClients(deps, tx, actor, records, { invite: false })
  return { clients, newcomers: ids.map((clientId, index) => ({ clientId, field: ordered[index]!.field })) }
}

/** Invites who needs it and gives everybody their seat, under the lock of the group. */
async function addPeople(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  groupId: GroupId,
  { clients, newcomers }: People,
): Promise<void> {
  const now = deps.clock.now()
  const group = found(await lockGroup(tx, scopeOf(actor), groupId), 'group.not_found')
  if (!acceptsMembers(group.status)) throw new Refusal('group.wrong_state')
  const admissions = await admissionsOf(deps, tx, { id: groupId, status: group.status }, clients)
  for (const code of ['group.already_member', 'client.wrong_state'] as const) {
    refuse(
      code,
      clients.filter((_, index) => codeOf(admissions[index]!) === code),
    )
  }
  const { taken } = await countSeats(tx, groupId, now)
  const seats = { capacity: group.capacity, taken }
  if (!hasSeats(seats, clients.length + newcomers.length)) throw new Refusal('group.full')
  const admitted = clients.map(({ id: clientId, field }, index) => {
    const admission = admissions[index]!
    return { clientId, field, how: 'how' in admission ? admission.how : undefined }
  })
  const all = [...admitted, ...newcomers.map((newcomer) => ({ ...newcomer, how: 'invite' as const }))]
  await invite(
    deps,
    tx,
    actor,
    all.filter(({ how }) => how === 'invite'),
  )
  await giveSeats(deps, tx, actor, groupId, all)
}

async function admissionsOf(
  deps: Deps,
  tx: Transaction<DB>,
  { id: groupId, status: group }: { id: GroupId; status: GroupStatus },
  clients: readonly LockedClient[],
): Promise<Admission[]> {
  if (clients.length === 0) return []
  const now = deps.clock.now()
  const rows = await listMembersOf(
    tx,
    groupId,
    clients.map(({ id }) => id),
  )
  const stored = new Map(rows.map(({ clientId, status }) => [clientId, status]))
  return clients.map((client) => {
    const before = stored.get(client.id)
    const memberStatus = before && memberStatusAt(before, client, group, now)
    return admissionOf(memberStatus, statusAt(client, now))
  })
}

async function invite(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  people: readonly Wanted<{ clientId: ClientId }>[],
): Promise<void> {
  if (people.length === 0) return
  const ids = people.map(({ clientId }) => clientId)
  const { left } = await inviteTogether(deps, tx, actor, ids)
  const reasons = new Map(left.map(({ clientId, reason }) => [clientId, reason]))
  refuse(
    'client.resend_too_soon',
    people.filter(({ clientId }) => reasons.get(clientId) === 'tooSoon'),
  )
  refuse(
    'client.wrong_state',
    people.filter(({ clientId }) => reasons.has(clientId)),
  )
}

async function giveSeats(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  groupId: GroupId,
  people: readonly { clientId: ClientId; how: 'join' | 'wait' | 'invite' | undefined }[],
): Promise<void> {
  const seats = people.map(({ clientId, how }) => {
    const status = how === 'join' ? ('active' as const) : ('invited' as const)
    return { id: deps.newId<MemberId>(), groupId, clientId, status }
  })
  await putMembers(tx, scopeOf(actor), seats, deps.clock.now())
  const joining = seats.filter(({ status }) => status === 'active').map(({ clientId }) => clientId)
  await beginReading(deps, tx, groupId, joining)
  const { coachId, userId: actorUserId } = actor
  await recordAll(
    deps,
    tx,
    seats.map(({ clientId, status }) => ({
      type: status === 'active' ? ('group.member_added' as const) : ('group.member_invited' as const),
      coachId,
      actorUserId,
      subjectId: groupId,
      payload: { clientId },
    })),
  )
}

/** The clients of a request, each once, with their field. */
function chosenOf({ clientId, clientIds }: NewMemberBody): ReadonlyMap<ClientId, string> {
  if (clientId !== undefined) return new Map([[clientId, 'clientId']])
  const chosen = new Map<ClientId, string>()
  for (const [index, id] of (clientIds ?? []).entries())
    if (!chosen.has(id)) chosen.set(id, `clientIds.${index}`)
  return chosen
}

/** The new people of a request, each address once: the first with it wins. */
function peopleOf({
  clientId,
  clientIds,
  people,
  name,
  lastName,
  email,
}: NewMemberBody): Wanted<NewMember>[] {
  if (clientId !== undefined || (clientIds !== undefined && people === undefined)) return []
  const named = people
    ? people.map((person, index) => ({ ...person, field: `people.${index}.email` }))
    : // The contract ensures that all three are set.
      [{ name: name!, lastName: lastName!, email: email!, field: 'email' }]
  const first = new Map<string, Wanted<NewMember>>()
  for (const person of named) if (!first.has(person.email)) first.set(person.email, person)
  return [...first.values()]
}

/** The error text for a person who cannot be added. */
const REASONS = {
  'client.own_email': 'own_email',
  'group.already_member': 'already_member',
  'client.wrong_state': 'client_closed',
  'client.resend_too_soon': 'invited_just_now',
} as const

function refuse(code: keyof typeof REASONS, people: readonly { field: string }[]): void {
  if (people.length === 0) return
  throw new Refusal(code, Object.fromEntries(people.map(({ field }) => [field, REASONS[code]])))
}

function codeOf(admission: Admission): ErrorCode | undefined {
  return 'code' in admission ? admission.code : undefined
}
