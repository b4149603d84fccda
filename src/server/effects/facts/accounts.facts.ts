import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { findEnd } from '#server/modules/account-deletions/deletions.repository.ts'
import { earliestEnd } from '#server/modules/auth/grace.domain.ts'
import { findPerson } from '#server/modules/auth/accounts.repository.ts'
import { findEmailChange } from '#server/modules/auth/emails/email-changes.repository.ts'
import type { AccountPerson } from './people.ts'
import type { Told } from '#server/effects/plans/told.ts'

/** What the mails about an account need to know. */
export type AccountFacts = {
  /** Whose account the event is about, at the address that is to hear of it. */
  person: AccountPerson | undefined
  /** What a new password ended, and what still opens the account. */
  newPassword?: { endedFeeds: number; identities: readonly string[] } | undefined
  /** The date of the end of the account that the event is about, as it was asked for; undefined if it stays. */
  endsAt?: EpochMs | undefined
  /** When it ends at the earliest: after an outage later than its date. */
  earliestEnd?: EpochMs | undefined
}

export async function loadAccountFacts(
  deps: Deps,
  event: DomainEvent,
  { person }: Told,
): Promise<AccountFacts> {
  const end = await endOf(deps, event)
  return {
    person: person && (await loadPerson(deps, person)),
    newPassword: newPasswordOf(event),
    endsAt: end?.dueAt,
    earliestEnd: end && earliestEnd(end, deps.clock.now()),
  }
}

async function loadPerson(
  deps: Deps,
  { userId, at }: NonNullable<Told['person']>,
): Promise<AccountFacts['person']> {
  if (at !== 'newAddress') return personAt(deps, userId, at === 'account' ? undefined : at.email)
  const [change, person] = await Promise.all([findEmailChange(deps.db, userId), personAt(deps, userId)])
  return change && person && { ...person, email: change.newEmail }
}

async function personAt(deps: Deps, userId: UserId, email?: string): Promise<AccountFacts['person']> {
  const row = await findPerson(deps.db, userId)
  return row && { ...row, side: 'person', userId, membershipId: null, email: email ?? row.email }
}

function newPasswordOf(event: DomainEvent): AccountFacts['newPassword'] {
  if (event.type !== 'account.password_changed') return undefined
  const { endedFeeds = 0, identities = [] } = event.payload
  return { endedFeeds, identities }
}

/** When the account that an event tells the end of is deleted, as things are now. */
function endOf(deps: Deps, event: DomainEvent): ReturnType<typeof findEnd> | undefined {
  switch (event.type) {
    case 'account.deletion_asked':
    case 'account.deletion_near':
    case 'account.kept':
      return findEnd(deps.db, { userId: event.subjectId })
    case 'coach.leaving':
    case 'coach.staying':
      return findEnd(deps.db, { userId: event.coachId })
    case 'client.leaving':
    case 'client.staying':
      return findEnd(deps.db, { clientId: event.subjectId })
    default:
      return undefined
  }
}
