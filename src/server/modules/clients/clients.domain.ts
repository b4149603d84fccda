import type { ClientAction, ClientStatus } from '#contract/clients.ts'
import type { EpochMs } from '#time/clock.ts'
import { takesActions } from '#server/modules/actions/actions.domain.ts'
import { canBeBooked } from '#server/modules/sessions/booking/bookings.domain.ts'
import { expiredSince } from './inviting/invitation-validity.domain.ts'

/** The states a row can have; `expired` is derived from the clock. */
export type StoredClientStatus = Exclude<ClientStatus, 'expired'>

/** The states a client can be archived from, and restored to. */
export type ArchivedFrom = Extract<StoredClientStatus, 'notInvited' | 'invited' | 'declined' | 'finished'>

/** The facts that the rules depend on. */
export type ClientState = {
  status: StoredClientStatus
  invitedAt: EpochMs | null
  archivedFrom: ArchivedFrom | null
  /** When the person deleted their account: what remains is read, and not changed. */
  accountEndedAt: EpochMs | null
}

/** The state of product §4 and §6 at `now`: an invitation without an answer within 14 days is expired. */
export function statusAt(client: Pick<ClientState, 'status' | 'invitedAt'>, now: EpochMs): ClientStatus {
  const { status, invitedAt } = client
  return status === 'invited' && invitedAt !== null && invitedAt <= expiredSince(now) ? 'expired' : status
}

/** The status changes of a process (product §6), besides those of the invitation. */
export const CLIENT_TRANSITIONS = ['pause', 'resume', 'finish', 'reactivate', 'archive', 'restore'] as const
export type ClientTransition = (typeof CLIENT_TRANSITIONS)[number]

/**
 * The new state, or undefined if the change is refused: active ↔ paused; active, paused → finished → active; all but
 * active and paused → archived → the state before (product §6). An expired invitation behaves like an open one.
 */
export function decideTransition(
  { status, archivedFrom, accountEndedAt }: Pick<ClientState, 'status' | 'archivedFrom' | 'accountEndedAt'>,
  transition: ClientTransition,
): StoredClientStatus | undefined {
  if (accountEndedAt !== null) return undefined
  switch (transition) {
    case 'pause':
      return status === 'active' ? 'paused' : undefined
    case 'resume':
      return status === 'paused' ? 'active' : undefined
    case 'finish':
      return status === 'active' || status === 'paused' ? 'finished' : undefined
    case 'reactivate':
      return status === 'finished' ? 'active' : undefined
    case 'archive':
      return archivableFrom(status) && 'archived'
    case 'restore':
      return status === 'archived' ? (archivedFrom ?? undefined) : undefined
  }
}

/** The state to restore later, if a client in this state may be archived (product §6). */
export function archivableFrom(status: StoredClientStatus): ArchivedFrom | undefined {
  return status === 'active' || status === 'paused' || status === 'archived' ? undefined : status
}

/** Status changes after which no session may be ahead: future ones are cancelled (product §6). */
export function cancelsComing(transition: ClientTransition): boolean {
  return transition === 'pause' || transition === 'finish' || transition === 'archive'
}

/** Whether an invitation may be sent: until the person has accepted (product §4). */
export function canBeInvited(status: StoredClientStatus): boolean {
  return status === 'notInvited' || status === 'invited' || status === 'declined'
}

/**
 * Whether the person was invited and has not accepted, archived or not. Changing their address ends that invitation.
 */
export function hasInvitation({
  status,
  archivedFrom,
}: Pick<ClientState, 'status' | 'archivedFrom'>): boolean {
  const before = status === 'archived' ? archivedFrom : status
  return before === 'invited' || before === 'declined'
}

/**
 * New people in the fixed order in which their records are inserted, so that two concurrent imports of the same
 * addresses cannot deadlock.
 */
export function inOrderOfEmails<Person extends { email: string }>(people: readonly Person[]): Person[] {
  return people.toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

/** What a coach may do with a client at `now`, in display order; `mayInvite` from client.policy. */
export function clientActions(client: ClientState, mayInvite: boolean, now: EpochMs): ClientAction[] {
  return [
    ...(mayInvite ? invitationActions(statusAt(client, now)) : []),
    ...(canBeBooked(client.status) ? (['book'] as const) : []),
    ...(takesActions(client.status) ? (['addAction'] as const) : []),
    ...CLIENT_TRANSITIONS.filter((transition) => decideTransition(client, transition) !== undefined),
  ]
}

function invitationActions(status: ClientStatus): ClientAction[] {
  switch (status) {
    case 'notInvited':
      return ['invite']
    case 'invited':
      return ['resendInvitation', 'share']
    case 'declined':
    case 'expired':
      return ['resendInvitation']
    default:
      return []
  }
}
