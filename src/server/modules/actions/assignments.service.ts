import type { Transaction } from 'kysely'
import type { ActionDto } from '#contract/actions/actions.ts'
import type { GroupActionBody } from '#contract/actions/group-actions.ts'
import type { ClientId, GroupId, PageQuery } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { recordAll } from '#server/events/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { refuseFields } from '../../refusal.ts'
import { dueErrors, repeatsSince } from './actions.domain.ts'
import { presentAction } from './actions.presenter.ts'
import { addActions, refuseTooMany, requireSession } from './actions.service.ts'
import * as assignments from './assignments.repository.ts'
import { requireGoals } from './goal-actions.service.ts'

/** A page of what a group was asked for, each with the actions of its people, and the names of these. */
export async function assignmentsOf(deps: Deps, actor: CoachActor, groupId: GroupId, query: PageQuery) {
  const scope = scopeOf(actor)
  const { ids, total } = await assignments.listAssignments(deps.db, scope, groupId, query)
  const rows = ids.length > 0 ? await assignments.listAssigned(deps.db, scope, ids) : []
  const now = deps.clock.now()
  const data = ids.map((id) => {
    const given = rows.filter(({ assignmentId }) => assignmentId === id)
    return { id, text: given[0]?.text ?? '', actions: given.map((row) => presentAction(row, actor, now)) }
  })
  const people = new Map(rows.map(({ clientId, name, lastName }) => [clientId, `${name} ${lastName}`]))
  return { data, total, people }
}

/**
 * Gives an action to some people of a group, in the caller's transaction, which has locked the group. The same one sent
 * again, as when an answer was lost, is the one that was given.
 * @throws Refusal `session.not_found`, `goal.not_found`, `action.too_many`; a due date that has passed for the coach
 */
export async function assign(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  groupId: GroupId,
  {
    text,
    dueOn,
    detail,
    reminds,
    sessionId,
    goalId,
    owners,
  }: Omit<GroupActionBody, 'people'> & { owners: readonly ClientId[] },
): Promise<ActionDto[]> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  refuseFields(dueErrors(dueOn, actor.timezone, now))
  await requireSession(tx, actor, { groupId }, sessionId, now)
  await requireGoals(tx, actor, { groupId }, [goalId])
  const wanted = { groupId, sessionId: sessionId ?? null, text, dueOn: dueOn ?? null }
  const repeated = await assignments.findRepeated(tx, scope, wanted, repeatsSince(now))
  if (repeated) return answer(repeated.id!)
  await refuseTooMany(tx, owners)
  const { coachId } = actor
  const added = await addActions(deps, tx, { coachId, sessionId: sessionId ?? null, groupId }, [
    { text, dueOn, detail, reminds, goalId, owners },
  ])
  await recordAll(
    deps,
    tx,
    added.map(({ id, clientId }) => ({
      type: 'action.added',
      coachId,
      actorUserId: actor.userId,
      subjectId: id,
      payload: { clientId, by: 'coach' },
    })),
  )
  return answer(added[0]!.assignmentId!)

  async function answer(id: string): Promise<ActionDto[]> {
    const rows = await assignments.listAssigned(tx, scope, [id])
    return rows.map((row) => presentAction(row, actor, now))
  }
}
