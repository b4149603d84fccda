import type { Transaction } from 'kysely'
import type {
  MemorandumBody,
  MemorandumDto,
  MemorandumListQuery,
  MemorandumStatus,
  NewMemorandumBody,
  PostponeBody,
} from '#contract/memorandums/memorandums.ts'
import type { ClientId, GroupId, MemorandumId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import * as memorandumPolicy from '../../policy/work/memorandum.policy.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { repeatsSince } from '../actions/actions.domain.ts'
import { recordOf } from './memorandum-events.service.ts'
import {
  MOST_OPEN,
  closed,
  dateErrors,
  dateOfShortcut,
  dueAtOf,
  isOpen,
  nextOccurrence,
  postponeErrors,
  postponed,
  reopened,
  takenBack,
  todayOf,
  withTime,
} from './memorandums.domain.ts'
import { presentMemorandum } from './memorandums.presenter.ts'
import * as lists from './memorandum-lists.repository.ts'
import * as memorandums from './memorandums.repository.ts'
import { findClientTarget, findGroupTarget } from './targets.repository.ts'
import { type Targets, requireTarget } from './targets.service.ts'

/**
 * POST: a new memorandum, at a wall time in the coach's zone. The same one again, as when an answer was lost, is the one
 * that was written.
 * @throws Refusal `client.not_found`, `group.not_found`, `session.not_found`, `memorandum.target_ended`,
 *   `memorandum.too_many`; a date that has passed
 */
export function createMemorandum(
  deps: Deps,
  actor: CoachActor,
  { description, date, time, priority, recurrence, ...target }: NewMemorandumBody,
): Promise<MemorandumDto> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const timezone = await memorandums.lockZoneToAdd(tx, scope)
    refuseFields(dateErrors(date, todayOf(now, timezone)))
    const about = targetsOf(target)
    await requireTarget(tx, scope, about)
    const id = deps.newId<MemorandumId>()
    const due = { dueOn: date, dueTime: time }
    const memorandum: memorandums.StoredMemorandum = {
      ...due,
      ...about,
      id,
      description: description.normalize('NFC'),
      timezone,
      dueAt: dueAtOf(due, timezone),
      priority,
      recurrence,
      anchorOn: date,
      status: 'pending',
      postponedFrom: null,
      remindedAt: null,
      doneAt: null,
      edits: 0,
      createdAt: now,
      updatedAt: now,
    }
    const repeated = await memorandums.findRepeated(tx, scope, memorandum, repeatsSince(now))
    if (repeated !== undefined) return answer(deps, tx, actor, repeated, now)
    await refuseTooMany(tx, actor)
    await memorandums.insertMemorandum(tx, scope, memorandum)
    await recordOf(deps, tx, actor, 'memorandum.added', memorandum)
    return answer(deps, tx, actor, id, now)
  })
}

/** GET: one memorandum. */
export function getMemorandum(deps: Deps, actor: CoachActor, id: MemorandumId): Promise<MemorandumDto> {
  return answer(deps, deps.db, actor, id, deps.clock.now())
}

/** GET: a page of the coach's memorandums. */
export function listMemorandums(deps: Deps, actor: CoachActor, query: MemorandumListQuery) {
  return list(deps, actor, query, query)
}

/** GET: a page of those about a client. @throws Refusal `client.not_found` */
export async function listClientMemorandums(
  deps: Deps,
  actor: CoachActor,
  clientId: ClientId,
  query: MemorandumListQuery,
) {
  found(await findClientTarget(deps.db, scopeOf(actor), clientId), 'client.not_found')
  return list(deps, actor, query, { ...query, clientId })
}

/** GET: a page of those about a group. @throws Refusal `group.not_found` */
export async function listGroupMemorandums(
  deps: Deps,
  actor: CoachActor,
  groupId: GroupId,
  query: MemorandumListQuery,
) {
  found(await findGroupTarget(deps.db, scopeOf(actor), groupId), 'group.not_found')
  return list(deps, actor, query, { ...query, groupId })
}

async function list(
  deps: Deps,
  actor: CoachActor,
  paging: MemorandumListQuery,
  { search, status, group, priority, clientId, groupId }: lists.MemorandumFilter,
) {
  const today = todayOf(deps.clock.now(), actor.timezone)
  const filter = { search, status, group, priority, clientId, groupId }
  const page = await lists.listMemorandums(deps.db, scopeOf(actor), filter, paging, today)
  const { rows, total, counts } = page
  const data = rows.map((row) => presentMemorandum(deps, row, actor, today))
  return { data, total, counts, page: paging.page, items: paging.items }
}

/**
 * PUT: changes the given fields of an open memorandum. A new day begins its rule again, and a new day or time is
 * notified too. What it is already about may have ended meanwhile.
 * @throws Refusal `memorandum.not_found`, `memorandum.wrong_state` and the refusals of a new one
 */
export function putMemorandum(
  deps: Deps,
  actor: CoachActor,
  id: MemorandumId,
  { description, date, time, priority, recurrence, ...target }: MemorandumBody,
): Promise<MemorandumDto> {
  return change(deps, actor, id, 'memorandum.edited', async (tx, row, now) => {
    requireOpen(row)
    const moved = withTime(row, { dueOn: date ?? row.dueOn, dueTime: time ?? row.dueTime })
    if (moved.dueOn !== row.dueOn) refuseFields(dateErrors(moved.dueOn, todayOf(now, row.timezone)))
    const about = Object.values(target).some((each) => each !== undefined) ? targetsOf(target) : row
    if (!isSame(about, row)) await requireTarget(tx, scopeOf(actor), about)
    const repeats = recurrence ?? row.recurrence
    const isMoved = moved !== row
    return {
      ...moved,
      clientId: about.clientId,
      groupId: about.groupId,
      sessionId: about.sessionId,
      description: description?.normalize('NFC') ?? row.description,
      priority: priority ?? row.priority,
      recurrence: repeats,
      anchorOn: moved.dueOn !== row.dueOn || repeats !== row.recurrence ? moved.dueOn : row.anchorOn,
      ...(isMoved && { status: 'pending' as const, postponedFrom: null }),
    }
  })
}

/**
 * POST postpone: moves an open one to a later time; its rule stays.
 * @throws Refusal `memorandum.not_found`, `memorandum.wrong_state`; a time that has passed or is not later
 */
export function postponeMemorandum(
  deps: Deps,
  actor: CoachActor,
  id: MemorandumId,
  { to, date, time }: PostponeBody,
): Promise<MemorandumDto> {
  return change(deps, actor, id, 'memorandum.postponed', async (_tx, row, now) => {
    requireOpen(row)
    const today = todayOf(now, row.timezone)
    const dueOn = to === undefined ? (date ?? row.dueOn) : dateOfShortcut(to, today)
    const later = { dueOn, dueTime: time ?? row.dueTime }
    refuseFields(postponeErrors(row, later, today))
    return postponed(row, later)
  })
}

/**
 * PUT status: done, cancelled or open again; the same status again changes nothing. A repeating one that is done comes
 * again on its next date, once. Open again, that one goes, unless it was changed; of a postponed one the postponement
 * is taken back.
 * @throws Refusal `memorandum.not_found`, `memorandum.wrong_state`, `memorandum.next_changed`
 */
export function setMemorandumStatus(
  deps: Deps,
  actor: CoachActor,
  id: MemorandumId,
  to: Exclude<MemorandumStatus, 'postponed'>,
): Promise<MemorandumDto> {
  const event = EVENT_OF[to]
  return change(deps, actor, id, event, async (tx, row, now) => {
    if (row.status === to) return row
    if (to === 'pending') return open(deps, tx, actor, row)
    requireOpen(row)
    if (to === 'done') await bringNext(deps, tx, actor, row, now)
    return closed(row, to, now)
  })
}

const EVENT_OF = {
  pending: 'memorandum.reopened',
  done: 'memorandum.done',
  cancelled: 'memorandum.cancelled',
} as const

async function open(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  row: memorandums.MemorandumRow,
): Promise<memorandums.MemorandumRow> {
  if (isOpen(row)) return takenBack(row)
  const next = await memorandums.takeNextAway(tx, scopeOf(actor), row.id)
  if (next === null) throw new Refusal('memorandum.next_changed')
  if (next) await recordOf(deps, tx, actor, 'memorandum.withdrawn', { id: next })
  await refuseTooMany(tx, actor)
  return reopened(row)
}

async function bringNext(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  row: memorandums.MemorandumRow,
  now: EpochMs,
): Promise<void> {
  const dueOn = nextOccurrence(row, todayOf(now, row.timezone))
  if (dueOn === undefined) return
  // A postponed occurrence has another time than its rule only for itself.
  const due = { dueOn, dueTime: row.postponedFrom?.dueTime ?? row.dueTime }
  const next: memorandums.StoredMemorandum = {
    ...row,
    ...due,
    id: deps.newId<MemorandumId>(),
    follows: row.id,
    dueAt: dueAtOf(due, row.timezone),
    status: 'pending',
    postponedFrom: null,
    remindedAt: null,
    doneAt: null,
    edits: 0,
    createdAt: now,
    updatedAt: now,
  }
  await memorandums.insertMemorandum(tx, scopeOf(actor), next)
  await recordOf(deps, tx, actor, 'memorandum.added', next)
}

/** DELETE: it can be restored until the purge. @throws Refusal `memorandum.not_found` */
export async function deleteMemorandum(deps: Deps, actor: CoachActor, id: MemorandumId): Promise<void> {
  const scope = scopeOf(actor)
  await deps.db.transaction().execute(async (tx) => {
    requireManaged(actor, await memorandums.lockMemorandum(tx, scope, id))
    await memorandums.setDeleted(tx, scope, id, deps.clock.now())
    await recordOf(deps, tx, actor, 'memorandum.deleted', { id })
  })
}

/**
 * POST restore: puts a deleted one back, in the zone its coach has now.
 * @throws Refusal `memorandum.not_found`, `memorandum.too_many`
 */
export function restoreMemorandum(deps: Deps, actor: CoachActor, id: MemorandumId): Promise<MemorandumDto> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    const timezone = await memorandums.lockZone(tx, scope)
    const row = requireManaged(actor, await memorandums.lockMemorandum(tx, scope, id, 'deleted'))
    if (isOpen(row)) await refuseTooMany(tx, actor)
    await memorandums.setDeleted(tx, scope, id, null)
    const now = inZoneOf(row, timezone)
    if (now !== row) await memorandums.updateMemorandum(tx, scope, now)
    await recordOf(deps, tx, actor, 'memorandum.restored', now)
    return answer(deps, tx, actor, id, deps.clock.now())
  })
}

function inZoneOf(row: memorandums.MemorandumRow, timezone: string): memorandums.MemorandumRow {
  if (!isOpen(row) || row.timezone === timezone) return row
  return { ...row, timezone, dueAt: dueAtOf(row, timezone) }
}

type Decide = (
  tx: Transaction<DB>,
  row: memorandums.MemorandumRow,
  now: EpochMs,
) => Promise<memorandums.MemorandumRow>

/**
 * Loads and locks one, changes it, records the event with the time of its notification, and answers what it is now. The
 * zone is locked first: a change of it comes before or after, never in between.
 */
function change(
  deps: Deps,
  actor: CoachActor,
  id: MemorandumId,
  event: Parameters<typeof recordOf>[3],
  decide: Decide,
): Promise<MemorandumDto> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const timezone = await memorandums.lockZone(tx, scope)
    const row = requireManaged(actor, await memorandums.lockMemorandum(tx, scope, id))
    // A closed one did not follow its coach's zone; open again, it does.
    const changing = await decide(tx, row, now)
    const after = changing === row ? row : inZoneOf(changing, timezone)
    if (after !== row) {
      const changed = { ...after, edits: row.edits + 1, updatedAt: now }
      await memorandums.updateMemorandum(tx, scope, changed)
      await recordOf(deps, tx, actor, event, changed)
    }
    return answer(deps, tx, actor, id, now)
  })
}

async function answer(
  deps: Deps,
  db: Deps['db'],
  actor: CoachActor,
  id: MemorandumId,
  now: EpochMs,
): Promise<MemorandumDto> {
  const row = requireManaged(actor, await memorandums.findMemorandum(db, scopeOf(actor), id))
  return presentMemorandum(deps, row, actor, todayOf(now, row.timezone))
}

function requireManaged(
  actor: CoachActor,
  row: memorandums.MemorandumRow | undefined,
): memorandums.MemorandumRow {
  if (!row || !memorandumPolicy.can(actor, 'manage', row)) throw new Refusal('memorandum.not_found')
  return row
}

function requireOpen(row: memorandums.MemorandumRow): void {
  if (!isOpen(row)) throw new Refusal('memorandum.wrong_state')
}

async function refuseTooMany(tx: Transaction<DB>, actor: CoachActor): Promise<void> {
  if ((await memorandums.countOpen(tx, scopeOf(actor))) >= MOST_OPEN) throw new Refusal('memorandum.too_many')
}

function targetsOf({
  clientId,
  groupId,
  sessionId,
}: { [Target in keyof Targets]?: Targets[Target] | undefined }): Targets {
  return { clientId: clientId ?? null, groupId: groupId ?? null, sessionId: sessionId ?? null }
}

function isSame(a: Targets, b: Targets): boolean {
  return a.clientId === b.clientId && a.groupId === b.groupId && a.sessionId === b.sessionId
}
