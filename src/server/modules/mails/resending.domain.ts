import { DAY_MS, type EpochMs, MINUTE_MS } from '#time/clock.ts'

const RESEND_GAP_MS = 10 * MINUTE_MS
const RESENDS_A_DAY = 5

/**
 * Whether another sending would be too soon: an invitation is sent again at most once in 10 minutes and 5 times in 24
 * hours, for each coach and address (product §4). `sentAt` are all sendings so far, oldest first; the first is no
 * repetition.
 */
export function isResendTooSoon(sentAt: readonly EpochMs[], now: EpochMs): boolean {
  const repetitions = sentAt.slice(1)
  const within = (ms: number) => repetitions.filter((at) => at > now - ms).length
  return within(RESEND_GAP_MS) >= 1 || within(DAY_MS) >= RESENDS_A_DAY
}
