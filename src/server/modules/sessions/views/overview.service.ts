import type { CoachDashboard, ClientDashboard } from '#contract/dashboard.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor, ClientActor, CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { nextOf, periodsAround, toCloseOf, toConfirmOf, waitingOf } from './overview.domain.ts'
import * as overview from './overview.repository.ts'
import { readingActionsOf } from '../../actions/actions.service.ts'
import { presentListItem, presentSession, viewerOf } from '../sessions.presenter.ts'
import type { SessionRow } from '../sessions.repository.ts'

type CoachOverview = Pick<
  CoachDashboard,
  'next' | 'today' | 'toConfirm' | 'toClose' | 'toCloseTotal' | 'sessionsThisWeek'
>

type ClientOverview = Pick<ClientDashboard, 'next' | 'waiting' | 'last' | 'toRate' | 'cancelled'>

/** The sessions of a coach's dashboard; day and week are in the coach's zone. */
export function readOverviewOfCoach(deps: Deps, actor: CoachActor) {
  const now = deps.clock.now()
  const periods = periodsAround(now, actor.timezone)
  const startsToday = ({ startsAt }: SessionRow) =>
    startsAt >= periods.today.from && startsAt < periods.today.to
  return overview
    .readOfCoach(scopeOf(actor), now, periods)
    .map(({ rows, toClose, booked }): CoachOverview => {
      const present = presenter(deps, actor)
      const next = nextOf(rows, now)
      return {
        next: next ? present(next) : null,
        today: rows.filter(startsToday).map(present),
        toConfirm: toConfirmOf(rows, now).map(present),
        toClose: toCloseOf(rows, now).map(present),
        toCloseTotal: toClose.count,
        sessionsThisWeek: booked.count,
      }
    })
}

/** What a practice held in each of some intervals. */
export function readHeld(actor: CoachActor, ranges: readonly { from: EpochMs; to: EpochMs }[]) {
  return overview.readHeld(scopeOf(actor), ranges)
}

/** A client's next confirmed session, if any. */
export async function nextSessionOf(deps: Deps, actor: ClientActor): Promise<SessionListItem | null> {
  const now = deps.clock.now()
  const next = nextOf(await overview.listCurrent(deps.db, scopeOf(actor), now), now)
  return next ? presenter(deps, actor)(next) : null
}

/** Most sessions to rate on a client's dashboard; a separate list has all of them. */
const MOST_TO_RATE = 3

const readActionsOfLast = readingActionsOf(overview.lastClosed)

/** The sessions of a client's dashboard; the last closed one with the actions that were agreed in it. */
export function readOverviewOfClient(deps: Deps, actor: ClientActor) {
  const now = deps.clock.now()
  return overview
    .readOfClient(scopeOf(actor), now, MOST_TO_RATE)
    .and(readActionsOfLast(deps, actor))
    .map(([{ rows, toRate, calledOff, last }, actions]): ClientOverview => {
      const present = presenter(deps, actor)
      const next = nextOf(rows, now)
      const [closed] = last
      const [cancelled] = calledOff
      return {
        next: next ? present(next) : null,
        waiting: waitingOf(rows, now).map(present),
        toRate: toRate.map(present),
        cancelled: cancelled ? present(cancelled) : null,
        last: closed ? presentSession(deps, closed, { actions, goals: [] }, viewerOf(deps, actor)) : null,
      }
    })
}

function presenter(deps: Deps, actor: Actor) {
  const viewer = viewerOf(deps, actor)
  return (row: SessionRow) => presentListItem(deps, row, viewer)
}
