import { HOUR_MS, type EpochMs, epochMs, fromIso } from '#time/clock.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import type { NewsKind } from '#contract/account/news-preferences.ts'
import type { UserId } from '#contract/values.ts'

/** How long before a session, or before a request lapses, news about it arrive at the latest. */
const LEAD_MS = HOUR_MS

/**
 * Whether news wait for the end of the reader's quiet hours. What is about an account, its security or a payment never
 * waits (it has no kind), nor the daily summary, whose hour the reader chose, nor the answer to what they did
 * themselves. All other news wait as long as they are still of use then: of a session, an hour before it.
 */
export function waitsUntil(
  event: DomainEvent,
  {
    kind,
    reader,
    quietUntil,
    now,
  }: {
    kind: NewsKind | null
    reader: UserId | null
    quietUntil: EpochMs | undefined
    now: EpochMs
  },
): EpochMs | undefined {
  if (quietUntil === undefined || kind === null || kind === 'daily') return undefined
  if (event.actorUserId !== null && event.actorUserId === reader) return undefined
  const latest = latestAt(event, now)
  return latest === undefined || quietUntil <= latest ? quietUntil : undefined
}

/** Until when news about an event are of use; undefined if they always are. */
function latestAt({ payload }: DomainEvent, now: EpochMs): EpochMs | undefined {
  const ends = [
    ...INSTANTS.flatMap((field) => (field in payload ? [(payload as Record<string, unknown>)[field]] : [])),
    ...('calledOff' in payload ? (payload.calledOff ?? []).map(({ startsAt }) => startsAt) : []),
  ]
    .filter((instant) => typeof instant === 'string')
    .map(fromIso)
    .filter((instant) => instant > now)
  return ends.length === 0 ? undefined : epochMs(Math.min(...ends) - LEAD_MS)
}

/** The instants of events after which they are settled or over. */
const INSTANTS = ['startsAt', 'fromStartsAt', 'toStartsAt', 'expiresAt', 'lapsesAt']
