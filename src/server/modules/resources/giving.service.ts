import type { Transaction } from 'kysely'
import type { AssignBody, GivenQuery } from '#contract/resources/resource-assignments.ts'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import type {
  AssignmentId,
  ClientId,
  DateOn,
  GroupId,
  PageQuery,
  ResourceId,
  SessionId,
} from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record, recordAll } from '#server/events/record.ts'
import type { Actor, ClientActor, CoachActor } from '../../policy/actor.ts'
import * as resourcePolicy from '../../policy/work/resource.policy.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { keptText } from '#server/modules/users/kept-text.domain.ts'
import * as given from './given.repository.ts'
import { canBeGiven, groupTakesResources, takesResources } from './resources.domain.ts'
import { presentAssigned, presentGiven, presentReached } from './resources.presenter.ts'
import { findResource, lockResource } from './resources.repository.ts'
import { answerResource } from './resources.service.ts'

export { findGivenWith } from './given.repository.ts'

/**
 * POST: gives a resource to clients, groups and whom a session is with, all or nobody. Who has it already gets the new
 * message and date, and is not told again.
 * @throws Refusal `resource.not_found`, `resource.not_published`, `client.not_found`, `group.not_found`,
 * `session.not_found`, `resource.process_ended`, `resource.group_ended`; nobody, or a date that has passed
 */
export function assignResource(
  deps: Deps,
  actor: CoachActor,
  id: ResourceId,
  body: AssignBody,
): Promise<ResourceDetail> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const resource = found(await lockResource(tx, scope, id), 'resource.not_found')
    refuseFields(errorsOf(body, dateOf(now, actor.timezone)))
    if (!canBeGiven(resource.status)) throw new Refusal('resource.not_published')
    const targets = await targetsOf(tx, actor, body)
    await requireTaking(tx, actor, targets)
    const message = keptText(body.message) ?? null
    const events = []
    for (const target of targets) {
      const fields = { ...target, resourceId: id, message, dueOn: body.dueOn ?? null }
      const { isNew } = await given.upsertAssignment(
        tx,
        scope,
        { ...fields, id: deps.newId<AssignmentId>() },
        now,
      )
      events.push(eventOf(actor, id, isNew ? 'resource.assigned' : 'resource.reassigned', target))
    }
    await recordAll(deps, tx, events)
    return answerResource(deps, tx, actor, id)
  })
}

function errorsOf({ clientIds, groupIds, sessionId, dueOn }: AssignBody, today: DateOn) {
  return {
    ...(clientIds.length + groupIds.length === 0 && sessionId === undefined && { clientIds: 'required' }),
    ...(dueOn !== undefined && dueOn < today && { dueOn: 'date_past' }),
  }
}

async function targetsOf(
  tx: Transaction<DB>,
  actor: CoachActor,
  { clientIds, groupIds, sessionId }: AssignBody,
): Promise<given.Target[]> {
  const ofSession =
    sessionId === undefined
      ? []
      : [found(await given.findSessionTarget(tx, scopeOf(actor), sessionId), 'session.not_found')]
  return [
    ...ofSession,
    ...[...new Set(clientIds)].map((clientId) => ({ clientId, groupId: null, sessionId: null })),
    ...[...new Set(groupIds)].map((groupId) => ({ clientId: null, groupId, sessionId: null })),
  ]
}

async function requireTaking(
  tx: Transaction<DB>,
  actor: CoachActor,
  targets: readonly given.Target[],
): Promise<void> {
  const scope = scopeOf(actor)
  const clientIds = [...new Set(targets.flatMap(({ clientId }) => clientId ?? []))]
  const groupIds = [...new Set(targets.flatMap(({ groupId }) => groupId ?? []))]
  const clients = await given.listClientStates(tx, scope, clientIds)
  const groups = await given.listGroupStates(tx, scope, groupIds)
  if (clients.length < clientIds.length) throw new Refusal('client.not_found')
  if (groups.length < groupIds.length) throw new Refusal('group.not_found')
  if (!clients.every(({ status }) => takesResources(status))) throw new Refusal('resource.process_ended')
  if (!groups.every(({ status }) => groupTakesResources(status))) throw new Refusal('resource.group_ended')
}

/** GET: a page of whom a resource was given to, and how far each of them is. @throws Refusal `resource.not_found` */
export async function listAssignments(
  deps: Deps,
  actor: CoachActor,
  id: ResourceId,
  { items, page }: PageQuery,
) {
  const scope = scopeOf(actor)
  const [total, reached] = await Promise.all([
    given.countAssignments(deps.db, scope, id),
    given.listReached(deps.db, scope, id, { items, page }),
  ])
  return { data: presentReached(deps, reached), total: found(total, 'resource.not_found'), page, items }
}

type Assignment = { resourceId: ResourceId; assignmentId: AssignmentId }

/** DELETE: takes a resource back from whom it was given to. What they did with it is kept. */
export async function withdrawResource(deps: Deps, actor: CoachActor, of: Assignment): Promise<void> {
  await deps.db.transaction().execute((tx) => setWithdrawn(deps, tx, actor, of, true))
}

/** POST restore: gives it back. */
export function giveBackResource(deps: Deps, actor: CoachActor, of: Assignment): Promise<ResourceDetail> {
  return deps.db.transaction().execute(async (tx) => {
    await setWithdrawn(deps, tx, actor, of, false)
    return answerResource(deps, tx, actor, of.resourceId)
  })
}

async function setWithdrawn(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  { resourceId, assignmentId }: Assignment,
  withdrawn: boolean,
): Promise<void> {
  const scope = scopeOf(actor)
  found(await lockResource(tx, scope, resourceId), 'resource.not_found')
  const at = withdrawn ? deps.clock.now() : null
  const target = await given.setWithdrawn(tx, scope, { id: assignmentId, resourceId }, at)
  const whose = found(target, 'resource.assignment_not_found')
  await record(deps, tx, eventOf(actor, resourceId, 'resource.reassigned', whose))
}

/** POST view, POST complete: notes how far the person is; `completed` undefined only notes that they opened it. */
export function setProgress(
  deps: Deps,
  actor: ClientActor,
  id: ResourceId,
  completed?: boolean,
): Promise<ResourceDetail> {
  const { clientId, coachId } = actor
  return deps.db.transaction().execute(async (tx) => {
    const row = found(await findResource(tx, scopeOf(actor), id), 'resource.not_found')
    if (!resourcePolicy.can(actor, 'progress', row)) throw new Refusal('resource.not_found')
    const progress = { resourceId: id, clientId }
    if (await given.setProgress(tx, progress, completed, deps.clock.now())) {
      const event = { type: 'resource.progressed', subjectId: id, payload: { clientId } } as const
      await record(deps, tx, { ...event, coachId, actorUserId: actor.userId })
    }
    return answerResource(deps, tx, actor, id)
  })
}

/** GET: a page of what a client has, for the client and their coach. */
export async function listClientResources(deps: Deps, actor: Actor, clientId: ClientId, query: GivenQuery) {
  const list = found(await given.listGiven(deps.db, scopeOf(actor), clientId, query), 'client.not_found')
  const { counts, timezone } = list
  const now = deps.clock.now()
  const total = query.state ? counts[query.state] : counts.assigned + counts.viewed + counts.completed
  const data = list.rows.map((row) => presentGiven(row, timezone, now))
  return { data, total, page: query.page, items: query.items, counts }
}

/** What a client has not opened yet, at most `most`, and how many there are (product §19). */
export function readNewResources(deps: Deps, actor: ClientActor, most: number) {
  const now = deps.clock.now()
  return given.readNew(scopeOf(actor), most).map(({ rows, total }) => ({
    resources: rows.map((row) => presentGiven(row, actor.timezone, now)),
    newResources: total,
  }))
}

/** GET: a page of what a group has. */
export async function listGroupResources(deps: Deps, actor: CoachActor, groupId: GroupId, query: PageQuery) {
  const scope = scopeOf(actor)
  const [known, rows, total] = await Promise.all([
    given.listGroupStates(deps.db, scope, [groupId]),
    given.listAssigned(deps.db, scope, { groupId }, query),
    given.countAssigned(deps.db, scope, { groupId }),
  ])
  found(known[0], 'group.not_found')
  const data = rows.map((row) => presentAssigned(row, actor))
  return { data, total, page: query.page, items: query.items }
}

/** Most that one session shows. */
const MOST_OF_SESSION = 50

/** GET: what was given with a session, for its coach and for whom it is with. */
export async function listSessionResources(deps: Deps, actor: Actor, sessionId: SessionId) {
  const scope = scopeOf(actor)
  found(await given.findSessionTarget(deps.db, scope, sessionId), 'session.not_found')
  const page = { items: MOST_OF_SESSION, page: 1 }
  const rows = await given.listAssigned(deps.db, scope, { sessionId }, page)
  return { data: rows.map((row) => presentAssigned(row, actor)) }
}

function eventOf<Type extends 'resource.assigned' | 'resource.reassigned'>(
  { coachId, userId }: CoachActor,
  subjectId: ResourceId,
  type: Type,
  { clientId, groupId }: given.Target,
) {
  return { type, coachId, actorUserId: userId, subjectId, payload: { clientId, groupId } }
}
