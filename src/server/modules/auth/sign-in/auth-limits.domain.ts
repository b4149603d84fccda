import { keysOf } from '#contract/keys-of.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs, epochMs } from '#time/clock.ts'

/** Kinds of limited attempts. A `signIn` or a `password` that succeeds does not count. */
export type AttemptKind =
  | 'signIn'
  | 'register'
  | 'askCode'
  | 'useCode'
  | 'recovery'
  | 'password'
  | 'google'
  | 'invitationCode'
  | 'calendarImport'

/** How many attempts of a kind came before this one in its window. */
export type Earlier = {
  /** For this account from this address. */
  pair: number
  /** For this account from any address. */
  account: number
  /** From this address for any account. */
  address: number
}

/** How long an attempt counts. */
export const WINDOW_MS: Readonly<Record<AttemptKind, number>> = {
  signIn: 15 * MINUTE_MS,
  register: HOUR_MS,
  askCode: HOUR_MS,
  useCode: HOUR_MS,
  recovery: HOUR_MS,
  password: 15 * MINUTE_MS,
  google: HOUR_MS,
  invitationCode: HOUR_MS,
  calendarImport: HOUR_MS,
}

/** The longest window: older attempts are not needed. */
export const LONGEST_WINDOW_MS = HOUR_MS

/**
 * How many attempts are allowed. The numbers of sign-in and recovery are those of product §3. `password` is the current
 * one, asked from a signed-in person, so a limit cannot lock anybody out of the account.
 */
const MOST: Readonly<Record<AttemptKind, Partial<Earlier>>> = {
  signIn: { pair: 5, address: 50 },
  register: { address: 100 },
  askCode: { account: 6, address: 60 },
  useCode: { account: 30, address: 100 },
  recovery: { account: 3, address: 60 },
  password: { account: 5 },
  // Each keeps a row for minutes; far above the needs of the people of one office.
  google: { address: 100 },
  // Like askCode. Five attempts for each code make 30 guesses an hour at a million values.
  invitationCode: { account: 6, address: 60 },
  // Each sends a request to another server; enough for a person looking for the right address.
  calendarImport: { account: 20 },
}

/** Whether one more attempt of this kind exceeds the limit. */
export function isOneTooMany(kind: AttemptKind, earlier: Earlier): boolean {
  const most = MOST[kind]
  return keysOf(most).some((key) => earlier[key] >= most[key]!)
}

const LONGEST_DELAY_MS = 10_000
const FIRST_DELAY_MS = 250
const UNDELAYED = 5

/**
 * How long a sign-in waits because of failed attempts at its account, from any address: not for the first five, then
 * twice as long each time up to 10 s. It never blocks, so that nobody can lock another person out (product §3).
 */
export function signInDelayMs(failuresOfAccount: number): number {
  if (failuresOfAccount < UNDELAYED) return 0
  return Math.min(FIRST_DELAY_MS * 2 ** (failuresOfAccount - UNDELAYED), LONGEST_DELAY_MS)
}

/** How long an address is known to an account after a sign-in from there. */
export const KNOWN_ADDRESS_MS = 90 * DAY_MS

/**
 * When a sign-in compares its password: one delay after now or after the last one in the queue, whichever is later. So
 * concurrent guesses take as long as sequential ones.
 */
export function signInTurn(failuresOfAccount: number, last: EpochMs | undefined, now: EpochMs): EpochMs {
  const delay = signInDelayMs(failuresOfAccount)
  if (delay === 0) return now
  return epochMs(Math.max(now, last ?? now) + delay)
}
