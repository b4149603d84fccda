import type { Transaction } from 'kysely'
import type { ClientId, GroupId, MemberId, UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import { record, recordAll } from '#server/events/record.ts'
import {
  createAccount,
  createMembership,
  keepConsents,
  lockAccount,
} from '#server/modules/auth/accounts.service.ts'
import { openSignIn } from '#server/modules/auth/auth.service.ts'
import { openPractice } from '#server/modules/coaches/registration.service.ts'
import { keptFields } from '#server/modules/clients/client-fields.domain.ts'
import { insertClient } from '#server/modules/clients/clients.repository.ts'
import { acceptsMembers, hasSeats } from '#server/modules/groups/groups.domain.ts'
import { countSeats, lockGroup } from '#server/modules/groups/groups.repository.ts'
import { joinInvitedGroups } from '#server/modules/groups/joining.service.ts'
import { putMember } from '#server/modules/groups/members.repository.ts'
import { transitionToActive } from '#server/modules/invitations/invitations.repository.ts'
import { markPaid } from '#server/modules/payments/operator.service.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import type { TestApp } from './app.ts'

// People as signing up leaves them, without the mails and codes in between: half the time of most tests went into
// those. `seeds.api.test.ts` compares them with people who signed up.

const OPERATOR = { byOperator: 'Luis', reason: 'Prueba' }

type Parts = Pick<TestApp, 'deps'>
type Seed = { email: string; name: string; lastName: string; passwordHash: string }
type ClientSeed = Seed & { timezone?: string | undefined; groupId?: GroupId | undefined }

/** A coach with a confirmed address. */
export async function seedCoach(
  { deps }: Parts,
  { paid, timezone, ...person }: Seed & { paid: boolean; timezone: string },
): Promise<{ token: string; userId: UserId }> {
  const coach = await deps.db.transaction().execute(async (tx) => {
    const practice = await openPractice(deps, tx, {
      ...person,
      country: 'Mexico',
      timezone,
      language: 'es-MX',
      emailVerified: true,
    })
    const { token } = await openSignIn(deps, tx, { ...practice, origin: ORIGIN, way: 'registration' })
    return { token, userId: practice.userId }
  })
  if (paid) await markPaid(deps, person.email, 'monthly', OPERATOR)
  return coach
}

/**
 * A client of the coach who has accepted; with `groupId` a member, invited into that group. Throws where the product
 * would refuse to give them a seat.
 */
export async function seedClient(
  { deps }: Parts,
  coachId: UserId,
  { timezone: ownZone, passwordHash, groupId, ...person }: ClientSeed,
): Promise<{ token: string; userId: UserId; clientId: ClientId }> {
  const { email, name, lastName } = person
  const clientId = deps.newId<ClientId>()
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const coach = await tx
      .selectFrom('users')
      .where('id', '=', coachId)
      .select(['timezone', 'country'])
      .executeTakeFirstOrThrow()
    const timezone = ownZone ?? coach.timezone
    const invited = { ...person, timezone, id: clientId, status: 'invited' as const, invitedAt: now }
    const role = groupId ? 'member' : 'client'
    await insertClient(tx, scopeOfPractice(coachId), { ...keptFields({}), ...invited, role }, now)
    // No effects: a client who is invited would get the mail of the invitation.
    const byCoach = { coachId, actorUserId: coachId }
    const created = { ...byCoach, subjectId: clientId, payload: groupId ? { imported: true as const } : {} }
    await recordAll(deps, tx, [{ type: 'client.created', ...created }])
    if (groupId) {
      await requireFreeSeat({ deps }, tx, coachId, groupId)
      const seat = { id: deps.newId<MemberId>(), groupId, clientId, status: 'invited' as const }
      await putMember(tx, scopeOfPractice(coachId), seat, now)
      // People come into a group several at a time.
      await recordAll(deps, tx, [
        { type: 'clients.imported', ...byCoach, subjectId: coachId, payload: { created: 1 } },
        { type: 'clients.changed', ...byCoach, subjectId: coachId, payload: { changed: 1 } },
      ])
      const into = { ...byCoach, subjectId: groupId, payload: { clientId } }
      await record(deps, tx, { type: 'group.member_invited', ...into })
    }
    const account = {
      email,
      name,
      lastName,
      passwordHash,
      timezone,
      country: coach.country,
      language: 'es-MX' as const,
    }
    const userId = await createAccount(
      deps,
      tx,
      { ...account, emailVerifiedAt: now, jobOccupation: null, city: null },
      'invitation.account_exists',
    )
    await keepConsents(deps, tx, userId, { news: false })
    await transitionToActive(tx, { clientId, userId, timezone }, now)
    const membershipId = await createMembership(deps, tx, { userId, coachId, clientId })
    const joined = await joinInvitedGroups(deps, tx, { coachId, clientId, userId })
    if (joined !== groupId) throw new Error(`${email} joined ${joined}, not ${groupId}`)
    const payload = groupId ? { groupId } : {}
    const accepted = { coachId, actorUserId: userId, subjectId: clientId, payload }
    await record(deps, tx, { type: 'invitation.accepted', ...accepted })
    const signIn = {
      userId,
      membershipId,
      userType: 'client' as const,
      origin: ORIGIN,
      way: 'invitation' as const,
    }
    const { token } = await openSignIn(deps, tx, signIn)
    return { token, userId, clientId }
  })
}

/** @throws Error if nobody can be invited into the group: it is not open, or full */
async function requireFreeSeat(
  { deps }: Parts,
  tx: Transaction<DB>,
  coachId: UserId,
  groupId: GroupId,
): Promise<void> {
  const group = await lockGroup(tx, scopeOfPractice(coachId), groupId)
  if (!group || !acceptsMembers(group.status)) throw new Error(`The group takes nobody: ${group?.status}`)
  const { taken } = await countSeats(tx, groupId, deps.clock.now())
  if (!hasSeats({ capacity: group.capacity, taken })) throw new Error(`The group is full: ${group.capacity}`)
}

/** Signs people in to the membership they used last, without their passwords; each gets the token of it. */
export async function seedSignIns(
  { deps }: Parts,
  people: readonly { token: string; userId: UserId }[],
): Promise<void> {
  if (people.length === 0) return
  await deps.db.transaction().execute(async (tx) => {
    for (const person of people) {
      const account = await lockAccount(tx, { userId: person.userId })
      if (!account) throw new Error(`${person.userId} has no membership`)
      const { userId, membershipId, userType } = account
      const signIn = { userId, membershipId, userType, origin: ORIGIN, way: 'password' as const }
      person.token = (await openSignIn(deps, tx, signIn)).token
    }
  })
}

/** What requests within the process say of themselves. */
const ORIGIN = { address: '127.0.0.1', userAgent: 'lightMyRequest' }
