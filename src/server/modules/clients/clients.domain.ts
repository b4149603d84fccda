import type { ClientAction, ClientStatus } from '#contract/clients.ts'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'

/** The states a row can have; `expired` is derived from the clock. */
export type StoredClientStatus = Exclude<ClientStatus, 'expired'>

/** How long an invitation is open, from its last sending (product §4). */
export const INVITATION_MS = 14 * DAY_MS

/** Invitations sent at this instant or earlier have expired by `now`. */
export function expiredSince(now: EpochMs): EpochMs {
  return epochMs(now - INVITATION_MS)
}

/** The state of product §4 and §6 at `now`: an invitation nobody answered within 14 days is expired. */
export function statusAt(
  client: { status: StoredClientStatus; invitedAt: EpochMs | null },
  now: EpochMs,
): ClientStatus {
  const { status, invitedAt } = client
  return status === 'invited' && invitedAt !== null && invitedAt <= expiredSince(now) ? 'expired' : status
}

/** Whether an invitation may go out: until the person has accepted (product §4). */
export function canBeInvited(status: StoredClientStatus): boolean {
  return status === 'notInvited' || status === 'invited' || status === 'declined'
}

/** What a coach may do with a client in this state; `mayInvite` as of client.policy. */
export function clientActions(status: ClientStatus, mayInvite: boolean): ClientAction[] {
  switch (status) {
    case 'notInvited':
      return mayInvite ? ['invite'] : []
    case 'invited':
    case 'declined':
    case 'expired':
      return mayInvite ? ['resendInvitation'] : []
    case 'active':
      return ['book']
    case 'paused':
    case 'finished':
    case 'archived':
      return []
  }
}

const RESEND_GAP_MS = 10 * MINUTE_MS
const RESENDS_A_DAY = 5

/**
 * Whether one more sending comes too soon: an invitation is sent again at most once in 10 minutes and 5 times in 24
 * hours (product §4). `sentAt` are all sendings so far, oldest first; the first one is no repetition.
 */
export function isResendTooSoon(sentAt: readonly EpochMs[], now: EpochMs): boolean {
  const repetitions = sentAt.slice(1)
  const within = (ms: number) => repetitions.filter((at) => at > now - ms).length
  return within(RESEND_GAP_MS) >= 1 || within(DAY_MS) >= RESENDS_A_DAY
}
