import type { ClientRole } from '#contract/account/auth.ts'
import { ClientRole as AnyRole } from '#contract/account/auth.ts'
import type { ClientDto, ClientListQuery, ClientStatus } from '#contract/clients.ts'
import { ClientStatus as AnyStatus } from '#contract/clients.ts'
import type { UserId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { isOfPractice } from '#server/policy/practice.policy.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal } from '#server/refusal.ts'
import { type ClientFilter, listClients as listPage } from './client-list.repository.ts'
import { presentClient } from '../clients.presenter.ts'

/** Whom a list holds when nothing narrows it. */
type Population = { statuses: readonly ClientStatus[]; roles: readonly ClientRole[] }

// Archived clients are out of sight until somebody asks for them; members of groups have their own lists (product §7).
export const IN_SIGHT: Population = {
  statuses: AnyStatus.exclude(['archived']).options,
  roles: AnyRole.exclude(['member']).options,
}
const WORKING_WITH: Population = { ...IN_SIGHT, statuses: ['active', 'paused'] }
const EVERYBODY: Population = { statuses: AnyStatus.options, roles: AnyRole.options }

type Query = Omit<ClientListQuery, 'status'> & { status?: ClientStatus | undefined }
type Page = { data: ClientDto[]; total: number; page: number; items: number; attention: number }

/** GET: the clients in sight (spec §7). */
export function listClients(deps: Deps, actor: CoachActor, coachId: UserId, query: Query): Promise<Page> {
  return list(deps, actor, coachId, query, IN_SIGHT)
}

/** GET: the clients the coach works with: active and paused ones (product §6). */
export function listActiveClients(
  deps: Deps,
  actor: CoachActor,
  coachId: UserId,
  query: Query,
): Promise<Page> {
  return list(deps, actor, coachId, query, WORKING_WITH)
}

/** GET: everybody there is a record of, archived ones and members of groups included (spec §7). */
export function listAllClients(deps: Deps, actor: CoachActor, coachId: UserId, query: Query): Promise<Page> {
  return list(deps, actor, coachId, query, EVERYBODY)
}

/**
 * Those who need attention, and how many they are. Whoever fell behind last comes first: they are the easiest to win
 * back, while somebody who has been silent for a year would stand at the top for ever.
 */
export async function clientsInNeed(
  deps: Deps,
  actor: CoachActor,
  most: number,
): Promise<{ clients: ClientDto[]; count: number }> {
  const order = { sort: 'rhythm', direction: 'asc', items: most, page: 1 } as const
  const { data, attention } = await listClients(deps, actor, actor.coachId, { ...order, attention: true })
  return { clients: data, count: attention }
}

/** What a list of this query holds; for whatever else goes by the filters of the list. */
export function filterOf(
  query: Pick<Query, 'search' | 'status' | 'role' | 'tag' | 'attention'>,
  of: Population = IN_SIGHT,
): ClientFilter {
  const { search = '', status, role, tag, attention } = query
  return {
    statuses: status ? [status] : of.statuses,
    roles: role ? [role] : of.roles,
    words: search.normalize('NFC').split(/\s+/).filter(Boolean),
    tag: tag?.normalize('NFC'),
    attention,
  }
}

async function list(
  deps: Deps,
  actor: CoachActor,
  coachId: UserId,
  query: Query,
  of: Population,
): Promise<Page> {
  if (!isOfPractice(actor, coachId)) throw new Refusal('coach.not_found')
  const { rows, total, attention } = await listPage(
    deps.db,
    scopeOf(actor),
    filterOf(query, of),
    // Those in need are counted in the whole practice, whatever narrows this page of it.
    of.roles,
    query,
    deps.clock.now(),
  )
  const { page, items } = query
  return { data: rows.map((row) => presentClient(deps, row, actor)), total, page, items, attention }
}
