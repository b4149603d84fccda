import { GRACE_DAYS } from '#contract/account/account-deletion.ts'
import { DAY_MS, type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'
import { SHORTEST_DAY_MS } from '../auth/grace.domain.ts'

/** The most time between two counted days, with an hour to spare. */
const LONGEST_DAY_MS = 25 * HOUR_MS

/** How often somebody may ask for the end of their account in a day: each tells everybody whom it concerns. */
export const MOST_ASKED_A_DAY = 3

/** So many days before the end the person is reminded of it. */
export const REMINDED_DAYS = 3

/** How long what a coach paid is kept after their account ended: five years after the year it belongs to (CFF art. 30). */
export const PAYMENTS_KEPT_MS = 6 * 366 * DAY_MS

/** An erasure that takes longer than this is begun again. */
export const RESUMED_MS = DAY_MS

/** When an account ends whose person asks for it now. */
export const dueAfter = (now: EpochMs): EpochMs => epochMs(now + GRACE_DAYS * DAY_MS)

/** The facts that decide about an account's end. */
export type Grace = { dueAt: EpochMs; daysLeft: number; begunAt: EpochMs | null }

/**
 * Whether the account ends now. A clock that leaps to a later year has reached `dueAt`, but no days have passed; so
 * both are asked.
 */
export const isOver = ({ dueAt, daysLeft }: Grace, now: EpochMs): boolean => daysLeft === 0 && now >= dueAt

/** When the next day is counted, of which then `daysLeft` remain: as many days before the end, if the clock goes as it should. */
export const nextDayAt = ({ dueAt, daysLeft }: Grace, now: EpochMs): EpochMs =>
  epochMs(Math.max(dueAt - Math.max(daysLeft - 1, 0) * DAY_MS, now + SHORTEST_DAY_MS))

/** After a day: one less to go. */
export const dayLater = <G extends Grace>(grace: G): G => ({
  ...grace,
  daysLeft: Math.max(grace.daysLeft - 1, 0),
})

/** The next day is counted until then at the latest: a timer that is due later was set by a clock that was ahead. */
export const latestNextDay = (now: EpochMs): EpochMs => epochMs(now + LONGEST_DAY_MS)
