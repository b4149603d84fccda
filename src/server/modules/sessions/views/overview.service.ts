import type { CoachDashboard, ClientDashboard } from '#contract/dashboard.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { PageQuery } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { ClientActor, CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { nextOf, periodsAround, toCloseOf, toConfirmOf, waitingOf } from './overview.domain.ts'
import * as overview from './overview.repository.ts'
import { presentListItem, viewerOf } from '../sessions.presenter.ts'
import { type SessionRow, listSessions } from '../sessions.repository.ts'
import { getSession } from '../sessions.service.ts'

type CoachOverview = Pick<
  CoachDashboard,
  'next' | 'today' | 'toConfirm' | 'toClose' | 'toCloseTotal' | 'sessionsThisWeek'
>

/** The sessions of a coach's dashboard; day and week are in the coach's zone. */
export async function overviewOfCoach(deps: Deps, actor: CoachActor): Promise<CoachOverview> {
  const now = deps.clock.now()
  const scope = scopeOf(actor)
  const { today, week } = periodsAround(now, actor.timezone)
  const [rows, toCloseTotal, sessionsThisWeek] = await Promise.all([
    overview.listCurrent(deps.db, scope, now, { today }),
    overview.countToClose(deps.db, scope, now),
    overview.countBooked(deps.db, scope, week),
  ])
  const present = (row: SessionRow) => presentListItem(deps, row, viewerOf(deps, actor))
  const next = nextOf(rows, now)
  const startsToday = ({ startsAt }: SessionRow) => startsAt >= today.from && startsAt < today.to
  return {
    next: next ? present(next) : null,
    today: rows.filter(startsToday).map(present),
    toConfirm: toConfirmOf(rows, now).map(present),
    toClose: toCloseOf(rows, now).map(present),
    toCloseTotal,
    sessionsThisWeek,
  }
}

/** What a practice held in each of some intervals. */
export function heldIn(
  deps: Deps,
  actor: CoachActor,
  ranges: readonly { from: EpochMs; to: EpochMs }[],
): Promise<overview.Held[]> {
  return overview.listHeld(deps.db, scopeOf(actor), ranges)
}

/** A client's next confirmed session, if any. */
export async function nextSessionOf(deps: Deps, actor: ClientActor): Promise<SessionListItem | null> {
  const now = deps.clock.now()
  const next = nextOf(await overview.listCurrent(deps.db, scopeOf(actor), now), now)
  return next ? presentListItem(deps, next, viewerOf(deps, actor)) : null
}

/** Most sessions to rate on a client's dashboard; a separate list has all of them. */
const MOST_TO_RATE = 3

/** The sessions of a client's dashboard. */
export async function overviewOfClient(
  deps: Deps,
  actor: ClientActor,
): Promise<Pick<ClientDashboard, 'next' | 'waiting' | 'last' | 'toRate' | 'cancelled'>> {
  const now = deps.clock.now()
  const scope = scopeOf(actor)
  const latest: PageQuery = { direction: 'desc', items: MOST_TO_RATE, page: 1 }
  const [rows, lastId, toRate, cancelled] = await Promise.all([
    overview.listCurrent(deps.db, scope, now),
    overview.findLastClosed(deps.db, scope),
    listSessions(deps.db, scope, { toRateAt: now }, latest),
    overview.findCalledOff(deps.db, scope, now),
  ])
  const present = (row: SessionRow) => presentListItem(deps, row, viewerOf(deps, actor))
  const next = nextOf(rows, now)
  return {
    next: next ? present(next) : null,
    waiting: waitingOf(rows, now).map(present),
    toRate: toRate.rows.map(present),
    cancelled: cancelled ? present(cancelled) : null,
    last: lastId ? await getSession(deps, actor, lastId) : null,
  }
}
