import type { AttentionReason, ClientStatus, Rhythm } from '#contract/clients.ts'
import { DAY_MS, epochMs, type EpochMs } from '#time/clock.ts'

/** Most whole days without a session or a step by the client to be on track: two weeks. */
export const ON_TRACK_DAYS = 14
/** Most whole days to be at risk: a month. After that the rhythm is lost. */
export const AT_RISK_DAYS = 30

/** The facts that determine the rhythm. */
export type Pace = {
  status: ClientStatus
  acceptedAt: EpochMs | null
  createdAt: EpochMs
  /** The start of the last session held. */
  lastSessionAt: EpochMs | null
  /** When the client last changed the status of an action, or noted progress of a goal. */
  ownMoveAt: EpochMs | null
  /** Open actions past their due date. */
  overdueActions: number
}

/**
 * The rhythm of an active client, by the whole days since the last session held, the client's own last step or the
 * acceptance, whichever is latest (product §6). With overdue actions it is never on track, even after a step today.
 * Null for all other clients.
 */
export function rhythmAt(pace: Pace, now: EpochMs): Rhythm | null {
  if (pace.status !== 'active') return null
  const days = daysWithoutMove(pace, now)
  if (days > AT_RISK_DAYS) return { level: 'lost', days }
  return { level: days > ON_TRACK_DAYS || pace.overdueActions > 0 ? 'atRisk' : 'onTrack', days }
}

/** Active clients whose last step was at this instant or earlier need attention at `now`. */
export function quietSince(now: EpochMs): EpochMs {
  return epochMs(now - (ON_TRACK_DAYS + 1) * DAY_MS)
}

/**
 * Why a client needs attention (product §6), empty if no reason applies: too many days without a step, overdue actions
 * of an active client, an invitation that expired or was declined.
 */
export function attentionAt(pace: Pace, now: EpochMs): AttentionReason[] {
  switch (pace.status) {
    case 'expired':
      return [{ kind: 'invitationExpired', number: null }]
    case 'declined':
      return [{ kind: 'invitationDeclined', number: null }]
    case 'active': {
      const days = daysWithoutMove(pace, now)
      return [
        ...(days > ON_TRACK_DAYS ? [{ kind: 'rhythm' as const, number: days }] : []),
        ...(pace.overdueActions > 0
          ? [{ kind: 'overdueActions' as const, number: pace.overdueActions }]
          : []),
      ]
    }
    default:
      return []
  }
}

function daysWithoutMove({ acceptedAt, createdAt, lastSessionAt, ownMoveAt }: Pace, now: EpochMs): number {
  const movedAt = Math.max(acceptedAt ?? createdAt, lastSessionAt ?? 0, ownMoveAt ?? 0)
  return Math.max(0, Math.floor((now - movedAt) / DAY_MS))
}
