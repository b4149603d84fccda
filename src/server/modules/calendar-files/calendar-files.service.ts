import { createHash } from 'node:crypto'
import type { SessionId } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { effectivePayment } from '../payments/payments.domain.ts'
import { calendarSession, sessionsForFeed } from '#server/modules/sessions/views/calendar-reading.service.ts'
import { type CalendarReader, calendarEntry, feedWindow } from './calendar-entries.domain.ts'
import * as feeds from '#server/modules/feeds/feeds.service.ts'

/** How often a calendar program is asked to read a feed. */
const REFRESH_SECONDS = 3600

/**
 * GET feed/{secret}.ics: the sessions that the owner of the secret may see now: those they left are missing, cancelled
 * ones are kept for a while with their status. Equal content gives equal bytes, so that programs that ask again
 * (If-None-Match) are told that nothing changed.
 * @throws Refusal `calendar.feed_not_found`, the same for every invalid secret; `payment.required` for a coach who has
 * not paid (product §1 D6)
 */
export async function readFeed(deps: Deps, file: string): Promise<{ content: string; tag: string }> {
  const secret = /^([\w-]{1,100})\.ics$/.exec(file)?.[1]
  const holder = secret && (await feeds.findHolder(deps, secret))
  if (!holder) throw new Refusal('calendar.feed_not_found')
  const now = deps.clock.now()
  const { coachId, clientId, language } = holder
  const { paymentStatus, periodEndsAt } = holder
  const { payment } = effectivePayment(paymentStatus, periodEndsAt, now, deps.payments.provider)
  if (clientId === null && !payment) throw new Refusal('payment.required')
  const scope = scopeOf(
    clientId === null ? { userType: 'coach', coachId } : { userType: 'client', coachId, clientId },
  )
  const sessions = await sessionsForFeed(deps, scope, feedWindow(now))
  await feeds.noteReading(deps, holder.membershipId)
  const reader = readerOf(deps, clientId === null ? 'coach' : 'client', language)
  const name = deps.texts.text(language, 'calendarFiles:feedName', {
    name: `${holder.coachName} ${holder.coachLastName}`,
  })
  const content = await deps.threads.run(holder.membershipId, 'writeFeed', {
    method: 'PUBLISH',
    feed: { name, refreshSeconds: REFRESH_SECONDS },
    entries: sessions.map((session) => calendarEntry(session, reader, { stampAt: session.updatedAt })),
  })
  return { content, tag: `W/"${createHash('sha256').update(content).digest('base64url')}"` }
}

/** GET ics: one session, for any calendar program. */
export async function sessionIcs(
  deps: Deps,
  actor: Actor,
  id: SessionId,
): Promise<{ content: string; fileName: string }> {
  const session = found(await calendarSession(deps, scopeOf(actor), id), 'session.not_found')
  const reader = readerOf(deps, actor.userType, actor.language)
  const entry = calendarEntry(session, reader, { stampAt: session.updatedAt })
  const date = dateOf(session.startsAt, actor.timezone)
  return {
    content: deps.icalendar({ method: 'PUBLISH', entries: [entry] }),
    fileName: deps.texts.text(actor.language, 'calendarFiles:fileName', { date }),
  }
}

function readerOf(deps: Deps, side: 'coach' | 'client', language: string): CalendarReader {
  return {
    side,
    language,
    words: deps.texts,
    publicUrl: deps.config.publicUrl,
    say: (key, params) => deps.texts.text(language, `calendarFiles:${key}`, params),
  }
}
