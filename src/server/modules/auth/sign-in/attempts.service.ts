import type { Transaction } from 'kysely'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import * as attempts from './attempts.repository.ts'
import {
  type AttemptKind,
  type Earlier,
  KNOWN_ADDRESS_MS,
  LONGEST_WINDOW_MS,
  WINDOW_MS,
  isOneTooMany,
  signInTurn,
} from './auth-limits.domain.ts'

/** An attempt of a caller without a sign-in, with any address. */
export type Attempt = { kind: AttemptKind; email: string; address: string }

/**
 * Stores an attempt and returns how many came before it; undefined, and nothing stored, if the limit is reached. Runs
 * the same statements for every address, so its time reveals nothing (product §3).
 */
export async function noteAttempt(
  deps: Deps,
  tx: Transaction<DB>,
  attempt: Attempt,
): Promise<Earlier | undefined> {
  const hashed = hashedOf(deps, attempt)
  const earlier = await countEarlier(deps, tx, attempt, hashed)
  if (earlier) await insert(deps, tx, hashed)
  return earlier
}

/**
 * Stores a sign-in attempt, and returns how long it waits: from the sixth on it queues behind the last one of its
 * account, on any server, so that concurrent guesses are compared one after the other (product §3). An address from
 * which the account was recently signed in to does not wait. Undefined if the limit is reached.
 */
export async function noteSignIn(
  deps: Deps,
  tx: Transaction<DB>,
  attempt: Attempt,
): Promise<{ waitMs: number } | undefined> {
  const hashed = hashedOf(deps, attempt)
  const earlier = await countEarlier(deps, tx, attempt, hashed)
  if (!earlier) return undefined
  const now = deps.clock.now()
  const last = await attempts.lastTurn(tx, hashed, epochMs(now - WINDOW_MS[attempt.kind]))
  const isKnown = await attempts.isKnownAddress(tx, hashed, now)
  const turnAt = isKnown ? now : signInTurn(earlier.account, last, now)
  await insert(deps, tx, hashed, isKnown ? undefined : turnAt)
  return { waitMs: turnAt - now }
}

/** After a successful sign-in: removes its failures and remembers its address. */
export async function welcomeSignIn(deps: Deps, tx: Transaction<DB>, attempt: Attempt): Promise<void> {
  await forgetAttempts(deps, tx, attempt)
  await attempts.keepAddress(tx, hashedOf(deps, attempt), epochMs(deps.clock.now() + KNOWN_ADDRESS_MS))
}

async function countEarlier(
  deps: Deps,
  tx: Transaction<DB>,
  attempt: Attempt,
  hashed: attempts.HashedAttempt,
) {
  await attempts.lockAttempts(tx, hashed)
  const since = epochMs(deps.clock.now() - WINDOW_MS[attempt.kind])
  const earlier = await attempts.countAttempts(tx, hashed, since)
  if (!isOneTooMany(attempt.kind, earlier)) return earlier
  deps.log.info({ kind: attempt.kind, address: attempt.address, earlier }, 'one attempt too many')
  return undefined
}

function insert(
  deps: Deps,
  tx: Transaction<DB>,
  hashed: attempts.HashedAttempt,
  turnAt?: EpochMs,
): Promise<void> {
  const at = deps.clock.now()
  const noted = { ...hashed, id: deps.newId(), at, ...(turnAt !== undefined && { turnAt }) }
  return attempts.insertAttempt(tx, noted, epochMs(at - LONGEST_WINDOW_MS))
}

/** Removes a successful attempt, together with earlier failures from the same address. */
export function forgetAttempts(deps: Deps, tx: Transaction<DB>, attempt: Attempt): Promise<void> {
  return attempts.removeAttempts(tx, hashedOf(deps, attempt))
}

function hashedOf(deps: Deps, { kind, email, address }: Attempt): attempts.HashedAttempt {
  return { kind, accountHash: deps.tokens.hashGuessable('account', email), address }
}
