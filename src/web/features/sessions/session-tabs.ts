import type { SessionListItem } from '#contract/sessions.ts'
import { fromIso } from '#time/clock.ts'

type SessionTab = 'upcoming' | 'toClose' | 'past' | 'cancelled'

type Sortable = Pick<SessionListItem, 'status' | 'phase' | 'startsAt'>

/** The tab a session stands under. */
export function tabOf({ status, phase }: Pick<SessionListItem, 'status' | 'phase'>): SessionTab {
  switch (status) {
    case 'requested':
    case 'proposed':
      return 'upcoming'
    case 'confirmed':
      return phase === 'toClose' ? 'toClose' : 'upcoming'
    case 'completed':
    case 'noShowClient':
    case 'noShowCoach':
      return 'past'
    case 'cancelledByClient':
    case 'cancelledByCoach':
    case 'rejected':
    case 'expired':
      return 'cancelled'
  }
}

/** Every session under its tab: what comes by what is nearest, what has been by what is latest. */
export function sessionsByTab<S extends Sortable>(sessions: readonly S[]): Record<SessionTab, S[]> {
  const tabs: Record<SessionTab, S[]> = { upcoming: [], toClose: [], past: [], cancelled: [] }
  for (const session of sessions) tabs[tabOf(session)].push(session)
  const byStart = (a: S, b: S) => fromIso(a.startsAt) - fromIso(b.startsAt)
  tabs.upcoming.sort(byStart)
  tabs.toClose.sort(byStart)
  tabs.past.sort((a, b) => byStart(b, a))
  tabs.cancelled.sort((a, b) => byStart(b, a))
  return tabs
}
