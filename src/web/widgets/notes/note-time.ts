import type { IsoInstant } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatShortDate } from '#time/format.ts'

/** When a note or one of its versions was written, in the reader's zone. */
export function noteTime(at: IsoInstant, zone: string, locale: string): string {
  const ms = fromIso(at)
  return `${formatShortDate(ms, zone, locale)}, ${formatClock(ms, zone, locale)}`
}
