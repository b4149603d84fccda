import type { Transaction } from 'kysely'
import type { ImportedCalendarDto } from '#contract/calendar/calendar-files.ts'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changeTimers } from '#server/events/timers.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { type CoachScope, scopeOf, scopeOfPractice } from '#server/policy/scope.ts'
import { Refusal } from '#server/refusal.ts'
import { noteAttempt } from '#server/modules/auth/sign-in/attempts.service.ts'
import { recordCalendarChange, requireCalendar } from '../calendars.service.ts'
import * as external from './external-calendars.repository.ts'
import { MOST_BUSY_TIMES, importedRange, nextReading } from './imports.domain.ts'
import { presentImport } from './imports.presenter.ts'

/** GET: which calendar is imported, and the result of the last attempt. */
export async function getImportedCalendar(deps: Deps, actor: CoachActor): Promise<ImportedCalendarDto> {
  return presentImport(await external.findExternalCalendar(deps.db, scopeOf(actor)))
}

/**
 * PUT: imports busy time from an address, now and every half an hour; null stops it (product §8). An address that
 * cannot be read changes nothing.
 * @throws Refusal `request.too_many` after too many attempts within the hour, successful or not
 */
export async function putImportedCalendar(
  deps: Deps,
  actor: CoachActor,
  { url }: { url: string | null },
  { address: askedFrom }: { address: string },
): Promise<ImportedCalendarDto> {
  const scope = scopeOf(actor)
  if (url === null) {
    await forgetCalendar(deps, actor, scope)
    return presentImport(undefined)
  }
  const address = deps.calendarFetch.accept(url)
  if (address === undefined) throw new Refusal('calendar.import_refused', { url: 'import_address' })
  const attempt = { kind: 'calendarImport' as const, email: actor.email, address: askedFrom }
  const earlier = await deps.db.transaction().execute((tx) => noteAttempt(deps, tx, attempt))
  if (!earlier) throw new Refusal('request.too_many')
  // Before the transaction, because another server may be slow.
  const reading = await readCalendar(deps, scope, address)
  if ('failure' in reading) throw refusalOf(reading.failure)
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    await external.putExternalCalendar(tx, scope, address, now)
    await external.replaceExternalTimes(tx, scope, reading.times)
    await external.noteSuccess(tx, scope, now)
    await setTimer(tx, scope, nextReading(now, 0))
    await recordCalendarChange(deps, tx, actor)
  })
  return getImportedCalendar(deps, actor)
}

/**
 * Reads a coach's calendar again when it is due. A failed attempt keeps what was read before and is retried with
 * growing delays. A change of the address meanwhile takes precedence.
 */
export async function refreshCalendar(deps: Deps, coachId: UserId): Promise<void> {
  const scope = scopeOfPractice(coachId)
  const known = await external.findExternalCalendar(deps.db, scope)
  if (!known) return
  const reading = await readCalendar(deps, scope, known.url)
  await deps.db.transaction().execute(async (tx) => {
    const calendar = await external.lockExternalCalendar(tx, scope)
    if (calendar?.url !== known.url) return
    const now = deps.clock.now()
    let isNews: boolean
    if ('failure' in reading) {
      await external.noteFailure(tx, scope, reading.failure, now)
      await setTimer(tx, scope, nextReading(now, calendar.failures + 1))
      isNews = calendar.lastError !== reading.failure
    } else {
      const isOther = await external.replaceExternalTimes(tx, scope, reading.times)
      isNews = isOther || calendar.lastError !== null
      await external.noteSuccess(tx, scope, now)
      await setTimer(tx, scope, nextReading(now, 0))
    }
    if (isNews) await recordCalendarChange(deps, tx, { coachId, userId: null })
  })
}

async function forgetCalendar(deps: Deps, actor: CoachActor, scope: CoachScope): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await external.removeExternalCalendar(tx, scope))) return
    await changeTimers(tx, [{ kind: 'drop', key: timerKey(scope) }])
    await recordCalendarChange(deps, tx, actor)
  })
}

async function readCalendar(
  deps: Deps,
  scope: CoachScope,
  address: string,
): Promise<{ times: external.ExternalTime[] } | { failure: external.ImportError }> {
  const { timezone } = await requireCalendar(deps, scope)
  const answer = await deps.calendarFetch.read(address)
  if ('failure' in answer) return answer
  const range = importedRange(deps.clock.now())
  const query = { ...range, zone: timezone, most: MOST_BUSY_TIMES }
  try {
    return await deps.threads.run(scope.coachId, 'readCalendar', { text: answer.text, query })
  } catch (error) {
    // A file that takes too long will do so again, so its next attempt is delayed like any failure.
    if (deps.threads.tookTooLong(error)) return { failure: 'too_large' }
    throw error
  }
}

function refusalOf(failure: external.ImportError): Refusal {
  if (failure === 'refused') return new Refusal('calendar.import_refused', { url: 'import_address' })
  return new Refusal('calendar.import_failed', { url: `import_${failure}` })
}

function setTimer(tx: Transaction<DB>, scope: CoachScope, dueAt: EpochMs): Promise<void> {
  const command = { type: 'calendar.refresh' as const, coachId: scope.coachId }
  return changeTimers(tx, [{ kind: 'set', key: timerKey(scope), dueAt, command }])
}

function timerKey({ coachId }: CoachScope): string {
  return `calendar.refresh:${coachId}`
}
