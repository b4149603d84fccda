import type { Transaction } from 'kysely'
import {
  type GroupBody,
  type GroupDetail,
  type GroupListQuery,
  GroupStatus,
  type NewGroupBody,
} from '#contract/groups.ts'
import type { ClientId, GroupId, PageQuery } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import * as clientPolicy from '../../policy/client.policy.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { lockCalendar } from '../calendars/calendars.service.ts'
import { keptText } from '#server/modules/users/kept-text.domain.ts'
import { callOffComing } from '#server/modules/sessions/changes/calling-off.service.ts'
import { InvitedMeanwhile, endInvitations, lockInvited } from './ending.service.ts'
import { canBecome, isEditable, neverBegan } from './groups.domain.ts'
import { presentGroup, presentToCoach, presentToMember } from './groups.presenter.ts'
import * as groups from './groups.repository.ts'
import { hasClient, listMembers } from './members.repository.ts'

/** POST: a new group, a draft or open at once. */
export function createGroup(deps: Deps, actor: CoachActor, body: NewGroupBody): Promise<GroupDetail> {
  const { name, capacity, publish } = body
  return deps.db.transaction().execute(async (tx) => {
    const id = deps.newId<GroupId>()
    const status = publish ? 'open' : 'draft'
    const group = { ...columnsOf(body), id, name: name.normalize('NFC'), capacity, status } as const
    await groups.insertGroup(tx, scopeOf(actor), group, deps.clock.now())
    await recordOfGroup(deps, tx, actor, 'group.created', id)
    return answerGroup(deps, tx, actor, id)
  })
}

/** GET: one group for its coach, or for a member. */
export async function getGroup(deps: Deps, actor: Actor, id: GroupId): Promise<GroupDetail> {
  if (actor.userType === 'coach') return answerGroup(deps, deps.db, actor, id)
  const row = await groups.findGroup(deps.db, scopeOf(actor), id, deps.clock.now())
  return presentToMember(deps, found(row, 'group.not_found'), actor)
}

/** PUT: changes the given fields, while the group has not ended. */
export function putGroup(deps: Deps, actor: CoachActor, id: GroupId, body: GroupBody): Promise<GroupDetail> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const group = found(await groups.lockGroup(tx, scope, id), 'group.not_found')
    if (!isEditable(group.status)) throw new Refusal('group.wrong_state')
    const { startDate = group.startsOn, endDate = group.endsOn, capacity = group.capacity } = body
    if (startDate && endDate && endDate < startDate) {
      throw new Refusal('request.invalid', { endDate: 'end_before_start' })
    }
    // Reopened invitations may exceed the seats (ADR 17): only a smaller capacity has to leave room for them.
    if (capacity < group.capacity && capacity < (await groups.countSeats(tx, id, now)).taken) {
      throw new Refusal('group.capacity_below_members')
    }
    const fields = { ...columnsOf(body), name: body.name?.normalize('NFC'), capacity }
    await groups.updateGroup(tx, scope, id, fields, now)
    await recordOfGroup(deps, tx, actor, 'group.changed', id)
    return answerGroup(deps, tx, actor, id)
  })
}

// Archived groups are hidden unless requested.
const IN_SIGHT: readonly GroupStatus[] = GroupStatus.exclude(['archived']).options

/** GET: a page of the coach's groups. */
export function listGroups(deps: Deps, actor: CoachActor, query: GroupListQuery) {
  const search = query.search?.normalize('NFC')
  return list(deps, actor, query, { search, statuses: query.status ? [query.status] : IN_SIGHT })
}

/** GET: a page of a client's groups, for their coach or for the client. */
export async function listGroupsOfClient(deps: Deps, actor: Actor, clientId: ClientId, query: PageQuery) {
  const client = { coachId: actor.coachId, clientId }
  const isKnown = actor.userType === 'client' || (await hasClient(deps.db, scopeOf(actor), clientId))
  if (!isKnown || !clientPolicy.can(actor, 'read', client)) throw new Refusal('client.not_found')
  return list(deps, actor, query, { statuses: GroupStatus.options, within: clientId })
}

async function list(deps: Deps, actor: Actor, query: PageQuery, filter: groups.GroupFilter) {
  const { rows, total } = await groups.listGroups(deps.db, scopeOf(actor), filter, query, deps.clock.now())
  const data = rows.map((row) => presentGroup(deps, row, actor))
  return { data, total, page: query.page, items: query.items }
}

/**
 * PUT: publishes, starts, finishes, archives or restores. Members of a finished group can still read it; its open
 * invitations end. Finishing cancels the future sessions. Locks are taken in the order calendar, people, group,
 * sessions, so a booking is either cancelled here or finds the group finished.
 */
export async function transitionGroup(
  deps: Deps,
  actor: CoachActor,
  id: GroupId,
  to: GroupStatus,
): Promise<GroupDetail> {
  const scope = scopeOf(actor)
  const run = () =>
    deps.db.transaction().execute(async (tx) => {
      const ends = to === 'finished'
      if (ends) await lockCalendar(tx, scope)
      const invited = ends ? await lockInvited(tx, actor, id) : []
      const { status: from } = found(await groups.lockGroup(tx, scope, id), 'group.not_found')
      if (!canBecome(from, to)) throw new Refusal('group.wrong_state')
      await groups.updateGroup(tx, scope, id, { status: to }, deps.clock.now())
      if (ends) await endInvitations(deps, tx, actor, id, invited)
      const why = neverBegan(from) ? 'defaults:group_not_begun' : 'defaults:group_finished'
      const reason = deps.texts.text(actor.language, why)
      const calling = { scope, by: actor.userId }
      const ended = ends && { calledOff: await callOffComing(deps, tx, calling, { groupId: id }, reason) }
      await record(deps, tx, { ...eventOf(actor, id), type: 'group.moved', payload: { from, to, ...ended } })
      return answerGroup(deps, tx, actor, id)
    })
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof InvitedMeanwhile)) throw error
    }
  }
}

/** A group as its coach sees it now, read through `db`: the transaction that changed it, or the pool. */
export async function answerGroup(
  deps: Deps,
  db: Deps['db'],
  actor: CoachActor,
  id: GroupId,
): Promise<GroupDetail> {
  const scope = scopeOf(actor)
  const row = found(await groups.findGroup(db, scope, id, deps.clock.now()), 'group.not_found')
  const members = await listMembers(db, scope, id)
  return presentToCoach(deps, row, members, await groups.listAttendance(db, id), actor)
}

/** Records that a group was created or changed. */
export function recordOfGroup(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  type: 'group.created' | 'group.changed',
  id: GroupId,
): Promise<void> {
  return record(deps, tx, { ...eventOf(actor, id), type, payload: {} })
}

const eventOf = (actor: CoachActor, id: GroupId) => ({
  coachId: actor.coachId,
  actorUserId: actor.userId,
  subjectId: id,
})

function columnsOf(body: GroupBody): groups.GroupFields {
  return {
    description: keptText(body.description),
    objective: keptText(body.objective),
    company_name: keptText(body.companyName),
    starts_on: body.startDate,
    ends_on: body.endDate,
    modality: body.modality,
    channel: body.channel,
  }
}
