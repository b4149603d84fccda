import type { Kysely, Transaction } from 'kysely'
import type { CalendarDto, CalendarSettings } from '#contract/calendar/calendar.ts'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import * as calendarPolicy from '../../policy/calendar.policy.ts'
import { type CoachScope, type Scope, scopeOf } from '../../policy/scope.ts'
import { found } from '../../refusal.ts'
import { type Calendar, DEFAULT_SETTINGS, answerOffer, changeCalendar } from './calendars.domain.ts'
import { presentCalendar } from './calendars.presenter.ts'
import * as calendars from './calendars.repository.ts'
import { overridesSince } from './overrides.domain.ts'
import { listOverrides } from './overrides.repository.ts'

/** Gives a new coach the settings of product §8; part of their registration. */
export function createCalendar(tx: Transaction<DB>, deps: Deps, coachId: UserId): Promise<void> {
  return calendars.insertCalendar(tx, coachId, DEFAULT_SETTINGS, deps.clock.now())
}

/** The calendar of the scope's coach, for reading; inside a transaction, through it. */
export async function requireCalendar(deps: Deps, scope: Scope, db: Kysely<DB> = deps.db): Promise<Calendar> {
  return found(await calendars.findCalendar(db, scope), 'coach.not_found')
}

/** The calendar of the scope's coach, locked: every booking takes it first (product §8). */
export async function lockCalendar(tx: Transaction<DB>, scope: Scope): Promise<Calendar> {
  return found(await calendars.lockCalendar(tx, scope), 'coach.not_found')
}

/** GET: a coach reads their own, a client their coach's; the overrides are only for the coach. */
export async function getCalendar(deps: Deps, actor: Actor): Promise<CalendarDto> {
  const calendar = await requireCalendar(deps, scopeOf(actor))
  if (!calendarPolicy.can(actor, 'seeOverrides', actor)) return presentCalendar(calendar, [])
  return answerCalendar(deps, deps.db, scopeOf(actor), calendar)
}

/** PUT: changes the given settings and keeps the rest. */
export function putCalendar(
  deps: Deps,
  actor: CoachActor,
  changes: Partial<CalendarSettings>,
): Promise<CalendarDto> {
  return rewriteCalendar(deps, actor, (calendar, now) => changeCalendar(calendar, changes, now))
}

/** POST: answers the offer of the video room, once; a second answer changes the channel as a first one would. */
export function answerNorteOffer(deps: Deps, actor: CoachActor, isTaken: boolean): Promise<CalendarDto> {
  return rewriteCalendar(deps, actor, (calendar, now) => answerOffer(calendar, isTaken, now))
}

function rewriteCalendar(
  deps: Deps,
  actor: CoachActor,
  change: (calendar: Calendar, now: EpochMs) => Calendar,
): Promise<CalendarDto> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const changed = change(await lockCalendar(tx, scope), now)
    await calendars.updateCalendar(tx, scope, changed, now)
    await recordCalendarChange(deps, tx, actor)
    return answerCalendar(deps, tx, scope, changed)
  })
}

/** A calendar as its coach reads it, with the overrides from yesterday on. */
export async function answerCalendar(
  deps: Deps,
  db: Kysely<DB>,
  scope: CoachScope,
  calendar: Calendar,
): Promise<CalendarDto> {
  const from = overridesSince(dateOf(deps.clock.now(), calendar.timezone))
  return presentCalendar(calendar, await listOverrides(db, scope, { from }))
}

/** Notifies the coach's screens that hours, rules or taken time have changed. */
export function recordCalendarChange(
  deps: Deps,
  tx: Transaction<DB>,
  { coachId, userId }: { coachId: UserId; userId: UserId | null },
): Promise<void> {
  return record(deps, tx, {
    type: 'calendar.changed',
    coachId,
    actorUserId: userId,
    subjectId: coachId,
    payload: {},
  })
}
