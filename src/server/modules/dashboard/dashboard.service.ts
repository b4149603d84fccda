import type { ClientDashboard, CoachDashboard } from '#contract/dashboard.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, ClientActor, CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { openActionsOf } from '../actions/actions.service.ts'
import { requireCalendar } from '../calendars/calendars.service.ts'
import { countClients, isActiveClient } from '../clients/clients.service.ts'
import { overviewOfClient, overviewOfCoach } from '../sessions/overview.service.ts'

/** Most actions on a client's dashboard. */
const MOST_ACTIONS = 10

/** GET: what matters now (product §19), put together from what each module says of itself. */
export async function getDashboard(
  deps: Deps,
  actor: Actor,
): Promise<{ coach: CoachDashboard | null; client: ClientDashboard | null }> {
  return actor.userType === 'coach'
    ? { coach: await dashboardOfCoach(deps, actor), client: null }
    : { coach: null, client: await dashboardOfClient(deps, actor) }
}

async function dashboardOfCoach(deps: Deps, actor: CoachActor): Promise<CoachDashboard> {
  const [sessions, clients, calendar] = await Promise.all([
    overviewOfCoach(deps, actor),
    countClients(deps, actor),
    requireCalendar(deps, scopeOf(actor)),
  ])
  return {
    ...sessions,
    activeClients: clients.active,
    openInvitations: clients.invited,
    attention: [],
    needAttention: 0,
    month: [],
    setup: {
      emailVerified: actor.emailVerified,
      hours: calendar.reviewedAt !== null,
      firstClient: clients.all > 0,
      logo: false,
      links: false,
    },
  }
}

async function dashboardOfClient(deps: Deps, actor: ClientActor): Promise<ClientDashboard> {
  const [sessions, actions, isActive] = await Promise.all([
    overviewOfClient(deps, actor),
    openActionsOf(deps, actor, MOST_ACTIONS),
    isActiveClient(deps, actor),
  ])
  return {
    ...sessions,
    actions: actions.actions,
    openActions: actions.open,
    doneActions: actions.done,
    canBook: actor.paid && isActive,
  }
}
