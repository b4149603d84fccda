import type { ClientAction, ClientStatus } from '#contract/clients.ts'
import { DAY_MS, epochMs, type EpochMs } from '#time/clock.ts'

/** The states a row can have; `expired` is derived from the clock. */
export type StoredClientStatus = Exclude<ClientStatus, 'expired'>

/** The states somebody can be archived from, and comes back to. */
export type ArchivedFrom = Extract<StoredClientStatus, 'notInvited' | 'invited' | 'declined' | 'finished'>

/** What the rules look at. */
export type ClientState = {
  status: StoredClientStatus
  invitedAt: EpochMs | null
  archivedFrom: ArchivedFrom | null
}

/** How long an invitation is open, from its last sending (product §4). */
export const INVITATION_MS = 14 * DAY_MS

/** Invitations sent at this instant or earlier have expired by `now`. */
export function expiredSince(now: EpochMs): EpochMs {
  return epochMs(now - INVITATION_MS)
}

/** The state of product §4 and §6 at `now`: an invitation nobody answered within 14 days is expired. */
export function statusAt(client: Pick<ClientState, 'status' | 'invitedAt'>, now: EpochMs): ClientStatus {
  const { status, invitedAt } = client
  return status === 'invited' && invitedAt !== null && invitedAt <= expiredSince(now) ? 'expired' : status
}

/** The moves of a process (product §6), besides those of the invitation. */
export const CLIENT_TRANSITIONS = ['pause', 'resume', 'finish', 'reactivate', 'archive', 'restore'] as const
export type ClientTransition = (typeof CLIENT_TRANSITIONS)[number]

/**
 * Where a move leads, or undefined when it is refused: active ↔ paused; active, paused → finished → active; all but
 * active and paused → archived → the state before (product §6). An expired invitation moves like an open one.
 */
export function decideTransition(
  { status, archivedFrom }: Pick<ClientState, 'status' | 'archivedFrom'>,
  move: ClientTransition,
): StoredClientStatus | undefined {
  switch (move) {
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

/** The state to come back to, when somebody in this one may be archived (product §6). */
export function archivableFrom(status: StoredClientStatus): ArchivedFrom | undefined {
  return status === 'active' || status === 'paused' || status === 'archived' ? undefined : status
}

/** Moves after which no session may be ahead: the coming ones are called off (product §6). */
export function cancelsComing(move: ClientTransition): boolean {
  return move === 'pause' || move === 'finish' || move === 'archive'
}

/** Whether an invitation may go out: until the person has accepted (product §4). */
export function canBeInvited(status: StoredClientStatus): boolean {
  return status === 'notInvited' || status === 'invited' || status === 'declined'
}

/** Whether somebody was invited and has not accepted, archived or not: what a changed address puts an end to. */
export function hasInvitation({
  status,
  archivedFrom,
}: Pick<ClientState, 'status' | 'archivedFrom'>): boolean {
  const before = status === 'archived' ? archivedFrom : status
  return before === 'invited' || before === 'declined'
}

/**
 * New people in the one order in which records of them are written: of two who write the same addresses at once the
 * second waits for the first, and neither for each other.
 */
export function inOrderOfEmails<Person extends { email: string }>(people: readonly Person[]): Person[] {
  return people.toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

/** What a coach may do with a client at `now`, in the order shown; `mayInvite` as of client.policy. */
export function clientActions(client: ClientState, mayInvite: boolean, now: EpochMs): ClientAction[] {
  return [
    ...(mayInvite ? invitationActions(statusAt(client, now)) : []),
    ...(client.status === 'active' ? (['book'] as const) : []),
    ...CLIENT_TRANSITIONS.filter((move) => decideTransition(client, move) !== undefined),
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
