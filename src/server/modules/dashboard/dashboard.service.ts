import type { ClientDashboard, CoachDashboard } from '#contract/dashboard.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, ClientActor, CoachActor } from '../../policy/actor.ts'
import { readDone, readOpenActions } from '../actions/actions.service.ts'
import { readClientsInNeed } from '#server/modules/clients/list/client-list.service.ts'
import { readClientCounts, readIsActive } from '../clients/clients.service.ts'
import { readCoachSetup } from '../coaches/coaches.service.ts'
import { readActiveGoals, readGoalsInNeed } from '../goals/shown.service.ts'
import { readMemorandumsOfToday } from '../memorandums/shown.service.ts'
import { readUnreadRooms } from '../messages/messages.service.ts'
import { readNewResources } from '../resources/giving.service.ts'
import { weeksOfMonth } from '#server/modules/sessions/views/overview.domain.ts'
import {
  readHeld,
  readOverviewOfClient,
  readOverviewOfCoach,
} from '#server/modules/sessions/views/overview.service.ts'
import { readAtOnce } from './dashboard.repository.ts'

/** Most of each kind on a dashboard; each has a screen with all of them. */
const MOST = { actions: 10, inNeed: 5, memorandums: 10, goals: 4, resources: 3, unread: 3 }

/** GET: what matters now (product §19), composed from the modules' services and read at once. */
export async function getDashboard(
  deps: Deps,
  actor: Actor,
): Promise<{ coach: CoachDashboard | null; client: ClientDashboard | null }> {
  return actor.userType === 'coach'
    ? { coach: await dashboardOfCoach(deps, actor), client: null }
    : { coach: null, client: await dashboardOfClient(deps, actor) }
}

async function dashboardOfCoach(deps: Deps, actor: CoachActor): Promise<CoachDashboard> {
  const weeks = weeksOfMonth(deps.clock.now(), actor.timezone)
  // Half of the work each: PostgreSQL does both at once.
  const [{ sessions, memorandums, goals, held, actionsDone }, { clients, inNeed, setup }, unread] =
    await Promise.all([
      readAtOnce(deps.db, {
        sessions: readOverviewOfCoach(deps, actor),
        memorandums: readMemorandumsOfToday(deps, actor, MOST.memorandums),
        goals: readGoalsInNeed(deps, actor, MOST.goals),
        held: readHeld(actor, weeks),
        actionsDone: readDone(actor, weeks),
      }),
      readAtOnce(deps.db, {
        clients: readClientCounts(deps, actor),
        inNeed: readClientsInNeed(deps, actor, MOST.inNeed),
        setup: readCoachSetup(actor),
      }),
      readUnreadRooms(deps, actor, MOST.unread),
    ])
  const month = weeks.map(({ first }, at) => ({
    from: first,
    ...held[at]!,
    actionsDone: actionsDone[at]!,
  }))
  return {
    ...sessions,
    heldThisMonth: month.reduce((sum, week) => sum + week.held, 0),
    minutesThisMonth: month.reduce((sum, week) => sum + week.minutes, 0),
    ...memorandums,
    ...unread,
    activeClients: clients.active,
    openInvitations: clients.invited,
    attention: inNeed.clients,
    needAttention: inNeed.count,
    ...goals,
    month,
    offersNorte: setup.offersNorte,
    setup: {
      emailVerified: actor.emailVerified,
      hours: setup.hasHours,
      firstClient: clients.all > 0,
      logo: setup.hasLogo,
      links: setup.hasLinks,
    },
  }
}

async function dashboardOfClient(deps: Deps, actor: ClientActor): Promise<ClientDashboard> {
  const { sessions, actions, goals, resources, isActive } = await readAtOnce(deps.db, {
    sessions: readOverviewOfClient(deps, actor),
    actions: readOpenActions(deps, actor, MOST.actions),
    goals: readActiveGoals(deps, actor, MOST.goals),
    resources: readNewResources(deps, actor, MOST.resources),
    isActive: readIsActive(actor),
  })
  const canBook = actor.paid && isActive
  return {
    ...sessions,
    ...actions,
    ...goals,
    ...resources,
    cancelled: canBook ? sessions.cancelled : null,
    canBook,
  }
}
