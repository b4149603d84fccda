import type { ClientDashboard, CoachDashboard } from '#contract/dashboard.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, ClientActor, CoachActor } from '../../policy/actor.ts'
import { countDoneIn, openActionsOf } from '../actions/actions.service.ts'
import { clientsInNeed } from '#server/modules/clients/list/client-list.service.ts'
import { countClients, isActiveClient } from '../clients/clients.service.ts'
import { coachSetup } from '../coaches/coaches.service.ts'
import { memorandumsOfToday } from '../memorandums/shown.service.ts'
import { weeksOfMonth } from '#server/modules/sessions/views/overview.domain.ts'
import { heldIn, overviewOfClient, overviewOfCoach } from '#server/modules/sessions/views/overview.service.ts'

/** Most actions on a client's dashboard. */
const MOST_ACTIONS = 10
/** Most clients in need of attention on a coach's dashboard. */
const MOST_IN_NEED = 5
/** Most memorandums of today on a coach's dashboard. */
const MOST_MEMORANDUMS = 10

/** GET: what matters now (product §19), composed from the modules' services. */
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
  const [sessions, held, actionsDone, clients, inNeed, setup, memorandums] = await Promise.all([
    overviewOfCoach(deps, actor),
    heldIn(deps, actor, weeks),
    countDoneIn(deps, actor, weeks),
    countClients(deps, actor),
    clientsInNeed(deps, actor, MOST_IN_NEED),
    coachSetup(deps, actor),
    memorandumsOfToday(deps, actor, MOST_MEMORANDUMS),
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
    memorandums: memorandums.memorandums,
    memorandumsToday: memorandums.today,
    memorandumsOverdue: memorandums.overdue,
    activeClients: clients.active,
    openInvitations: clients.invited,
    attention: inNeed.clients,
    needAttention: inNeed.count,
    month,
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
  const [sessions, actions, isActive] = await Promise.all([
    overviewOfClient(deps, actor),
    openActionsOf(deps, actor, MOST_ACTIONS),
    isActiveClient(deps, actor),
  ])
  const canBook = actor.paid && isActive
  return {
    ...sessions,
    cancelled: canBook ? sessions.cancelled : null,
    actions: actions.actions,
    openActions: actions.open,
    doneActions: actions.done,
    canBook,
    canAddAction: actions.canAdd,
  }
}
