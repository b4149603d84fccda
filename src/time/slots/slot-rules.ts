import type { EpochMs } from '../clock.ts'
import type { DateOverride, WeeklyHours } from './open-hours.ts'

/** Time that is taken. It may be outside the requested range, because buffers and limits reach over its ends. */
export type Busy = {
  readonly start: EpochMs
  readonly end: EpochMs
  /** Its own buffers in minutes, 0 when left out (blocked and external time has none). */
  readonly beforeMin?: number
  readonly afterMin?: number
  /** Whether it counts towards the limits per day and week (default true; false for blocks and held moves). */
  readonly counts?: boolean
  /** Whether it takes time (default true; false for a no-show, which only counts towards the limits). */
  readonly blocks?: boolean
}

/** Everything that decides which starts are offered, except the requested range. */
export type SlotRules = {
  /** The coach's IANA zone: windows, overrides and limits are read in it. */
  readonly zone: string
  readonly weekly: WeeklyHours
  readonly overrides: readonly DateOverride[]
  /** With a weekly limit it has to include everything that counts in the weeks (Monday to Sunday) of the range. */
  readonly busy: readonly Busy[]
  readonly now: EpochMs
  readonly durationMin: number
  readonly stepMin: number
  readonly bufferBeforeMin: number
  readonly bufferAfterMin: number
  readonly minNoticeMin: number
  readonly horizonDays: number
  /** null = no limit */
  readonly maxPerDay: number | null
  readonly maxPerWeek: number | null
}

export type SlotInput = SlotRules & {
  /** Starts in [from, to) are returned. */
  readonly range: { readonly from: EpochMs; readonly to: EpochMs }
}

/**
 * Refuses invalid lengths and limits: below their minimum, or not whole.
 * @throws RangeError
 */
export function checkRules(input: SlotRules): void {
  const whole = (name: string, value: number, least: number) => {
    if (!Number.isInteger(value) || value < least) throw new RangeError(`${name} is not valid: ${value}`)
  }
  whole('durationMin', input.durationMin, 1)
  whole('stepMin', input.stepMin, 1)
  whole('bufferBeforeMin', input.bufferBeforeMin, 0)
  whole('bufferAfterMin', input.bufferAfterMin, 0)
  whole('minNoticeMin', input.minNoticeMin, 0)
  whole('horizonDays', input.horizonDays, 0)
  if (input.maxPerDay !== null) whole('maxPerDay', input.maxPerDay, 0)
  if (input.maxPerWeek !== null) whole('maxPerWeek', input.maxPerWeek, 0)
}
