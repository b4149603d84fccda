import type { ActionDto } from '#contract/actions/actions.ts'
import type { GroupActionBody } from '#contract/actions/group-actions.ts'
import type { GroupId, PageQuery } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { assign, assignmentsOf } from '../actions/assignments.service.ts'
import { acceptsMembers } from './groups.domain.ts'
import { findGroup, lockGroup } from './groups.repository.ts'
import { listPeopleIn } from './members.repository.ts'

/** GET: what a group was asked for, with the action of each person; people without one yet are listed too. */
export async function listGroupActions(deps: Deps, actor: CoachActor, id: GroupId, query: PageQuery) {
  const scope = scopeOf(actor)
  const group = found(await findGroup(deps.db, scope, id, deps.clock.now()), 'group.not_found')
  const [{ data, total, people: owners }, members] = await Promise.all([
    assignmentsOf(deps, actor, id, query),
    listPeopleIn(deps.db, scope, id),
  ])
  const isIn = new Set(members.map(({ clientId }) => clientId))
  const former = [...owners].filter(([clientId]) => !isIn.has(clientId))
  const people = [
    ...members.map(({ clientId, name, lastName }) => ({ clientId, name: `${name} ${lastName}`, isIn: true })),
    ...former.map(([clientId, name]) => ({ clientId, name, isIn: false })),
  ]
  const { page, items } = query
  return { data, total, page, items, people, canAdd: acceptsMembers(group.status) && members.length > 0 }
}

/**
 * POST: gives an action to everybody who is in the group, or to some of them; all or nothing (product §12).
 * @throws Refusal `group.not_found`, `group.wrong_state`, `group.nobody_in`, `goal.not_found`, `action.too_many`; people who are not in it
 */
export function assignToGroup(
  deps: Deps,
  actor: CoachActor,
  id: GroupId,
  { people, ...words }: GroupActionBody,
): Promise<{ data: ActionDto[] }> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    const group = found(await lockGroup(tx, scope, id), 'group.not_found')
    if (!acceptsMembers(group.status)) throw new Refusal('group.wrong_state')
    const members = (await listPeopleIn(tx, scope, id)).map(({ clientId }) => clientId)
    if (members.length === 0) throw new Refusal('group.nobody_in')
    const owners = people ? [...new Set(people)] : members
    refuseFields(owners.every((each) => members.includes(each)) ? {} : { people: 'person_not_in_group' })
    return { data: await assign(deps, tx, actor, id, { ...words, owners }) }
  })
}
