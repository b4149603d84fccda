import { CODE_MINUTES } from '#contract/account/auth.ts'
import { MINUTE_MS } from '#time/clock.ts'

/** A mailed code is valid for 15 minutes and 5 attempts (product §3). */
export const CODE_MS = CODE_MINUTES * MINUTE_MS
export const CODE_ATTEMPTS = 5
