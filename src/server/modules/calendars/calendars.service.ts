import type { Transaction } from 'kysely'
import type { CalendarDto, CalendarSettings } from '#contract/calendar.ts'
import type { UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../effects/record.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import { isOfPractice } from '../../policy/practice.policy.ts'
import { type Scope, scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { type Calendar, DEFAULT_SETTINGS, changeCalendar } from './calendars.domain.ts'
import { presentCalendar } from './calendars.presenter.ts'
import * as calendars from './calendars.repository.ts'

/** Gives a new coach the settings of product §8; part of their registration. */
export function createCalendar(tx: Transaction<DB>, deps: Deps, coachId: UserId): Promise<void> {
  return calendars.insertCalendar(tx, coachId, DEFAULT_SETTINGS, deps.clock.now())
}

/** The calendar of the scope's coach, for reading. */
export async function requireCalendar(deps: Deps, scope: Scope): Promise<Calendar> {
  return found(await calendars.findCalendar(deps.db, scope), 'coach.not_found')
}

/** The calendar of the scope's coach, locked: every booking takes it first (product §8). */
export async function lockCalendar(tx: Transaction<DB>, scope: Scope): Promise<Calendar> {
  return found(await calendars.lockCalendar(tx, scope), 'coach.not_found')
}

/** GET: the coach their own, a client their coach's. */
export async function getCalendar(deps: Deps, actor: Actor, coachId: UserId): Promise<CalendarDto> {
  if (!isOfPractice(actor, coachId)) throw new Refusal('coach.not_found')
  return presentCalendar(await requireCalendar(deps, scopeOf(actor)), [])
}

/** PUT: changes what is given and leaves the rest. */
export async function putCalendar(
  deps: Deps,
  actor: CoachActor,
  coachId: UserId,
  changes: Partial<CalendarSettings>,
): Promise<CalendarDto> {
  if (!isOfPractice(actor, coachId)) throw new Refusal('coach.not_found')
  const scope = scopeOf(actor)
  const calendar = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const changed = changeCalendar(await lockCalendar(tx, scope), changes, now)
    await calendars.updateCalendar(tx, scope, changed, changed.reviewedAt, now)
    await record(deps, tx, {
      type: 'calendar.changed',
      coachId,
      actorUserId: actor.userId,
      subjectId: coachId,
      payload: {},
    })
    return changed
  })
  return presentCalendar(calendar, [])
}
