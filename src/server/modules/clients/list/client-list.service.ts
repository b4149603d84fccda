import type { ClientRole } from '#contract/account/auth.ts'
import { ClientRole as AnyRole } from '#contract/account/auth.ts'
import type { ClientDto, ClientListQuery, ClientStatus } from '#contract/clients.ts'
import { ClientStatus as AnyStatus } from '#contract/clients.ts'
import type { ClientId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { takesActions } from '#server/modules/actions/actions.domain.ts'
import { canBeBooked } from '#server/modules/sessions/booking/bookings.domain.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { searchWords } from '#server/modules/sessions/search-words.domain.ts'
import * as lists from './client-list.repository.ts'
import { presentClient } from '../clients.presenter.ts'

/** The clients of a list without filters. */
type Population = { statuses: readonly ClientStatus[]; roles: readonly ClientRole[] }

// Archived clients are hidden unless requested; members of groups have their own lists (product §7).
const IN_SIGHT: Population = {
  statuses: AnyStatus.exclude(['archived']).options,
  roles: AnyRole.exclude(['member']).options,
}
const WORKING_WITH: Population = { ...IN_SIGHT, statuses: ['active', 'paused'] }
const EVERYBODY: Population = { statuses: AnyStatus.options, roles: AnyRole.options }

type Query = Omit<ClientListQuery, 'status'> & { status?: ClientStatus | undefined }
type Page = { data: ClientDto[]; total: number; page: number; items: number }

/** GET: the visible clients (spec §7). */
export function listClients(deps: Deps, actor: CoachActor, query: Query): Promise<Page> {
  return list(deps, actor, query, IN_SIGHT)
}

/** GET: active and paused clients (product §6). */
export function listActiveClients(deps: Deps, actor: CoachActor, query: Query): Promise<Page> {
  return list(deps, actor, query, WORKING_WITH)
}

/** GET: all client records, archived ones and members of groups included (spec §7). */
export function listAllClients(deps: Deps, actor: CoachActor, query: Query): Promise<Page> {
  return list(deps, actor, query, EVERYBODY)
}

/** GET: how many clients of the whole practice need attention (product §6). */
export async function countClientsInNeed(deps: Deps, actor: CoachActor): Promise<{ count: number }> {
  const count = await lists.countClientsInNeed(deps.db, scopeOf(actor), IN_SIGHT.roles, deps.clock.now())
  return { count }
}

/**
 * The clients who need attention, and how many there are. The most recent ones come first: they are the easiest to win
 * back, while a client who has been silent for a year would otherwise be first forever.
 */
export function readClientsInNeed(deps: Deps, actor: CoachActor, most: number) {
  const order = { sort: 'rhythm', direction: 'asc', items: most } as const
  return lists
    .readInNeed(scopeOf(actor), IN_SIGHT, order, deps.clock.now())
    .map(({ rows, count }) => ({ clients: rows.map((row) => presentClient(deps, row, actor)), count }))
}

/** The filter of a list query, also for other uses of the list's filters. */
export function filterOf(
  query: Pick<Query, 'search' | 'status' | 'role' | 'tag' | 'attention' | 'bookable' | 'assignable'>,
  of: Population = IN_SIGHT,
): lists.ClientFilter {
  const { search = '', status, role, tag, attention, bookable, assignable } = query
  const statuses = (status ? [status] : of.statuses)
    .filter((each) => !bookable || canBeBooked(each))
    .filter((each) => !assignable || takesActions(each))
  return {
    statuses,
    roles: role ? [role] : of.roles,
    words: searchWords(search),
    tag: tag?.normalize('NFC'),
    attention,
  }
}

/** The filter of chosen clients, in any state and role. */
export function chosenFilter(ids: readonly ClientId[]): lists.ClientFilter {
  return { ...EVERYBODY, ids }
}

async function list(deps: Deps, actor: CoachActor, query: Query, of: Population): Promise<Page> {
  const { rows, total } = await lists.listClients(
    deps.db,
    scopeOf(actor),
    filterOf(query, of),
    query,
    deps.clock.now(),
  )
  const { page, items } = query
  return { data: rows.map((row) => presentClient(deps, row, actor)), total, page, items }
}
