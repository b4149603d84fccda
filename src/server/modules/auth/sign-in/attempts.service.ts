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
export type Trial = { kind: AttemptKind; email: string; address: string }

/**
 * Stores an attempt and returns how many came before it; undefined, and nothing stored, if the limit is reached. Runs
 * the same statements for every address, so its time reveals nothing (product §3).
 */
export async function noteTrial(deps: Deps, tx: Transaction<DB>, trial: Trial): Promise<Earlier | undefined> {
  const attempt = attemptOf(deps, trial)
  const earlier = await countEarlier(deps, tx, trial, attempt)
  if (earlier) await insert(deps, tx, attempt)
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
  trial: Trial,
): Promise<{ waitMs: number } | undefined> {
  const attempt = attemptOf(deps, trial)
  const earlier = await countEarlier(deps, tx, trial, attempt)
  if (!earlier) return undefined
  const now = deps.clock.now()
  const last = await attempts.lastTurn(tx, attempt, epochMs(now - WINDOW_MS[trial.kind]))
  const isKnown = await attempts.isKnownAddress(tx, attempt, now)
  const turnAt = isKnown ? now : signInTurn(earlier.account, last, now)
  await insert(deps, tx, attempt, isKnown ? undefined : turnAt)
  return { waitMs: turnAt - now }
}

/** After a successful sign-in: removes its failures and remembers its address. */
export async function welcomeSignIn(deps: Deps, tx: Transaction<DB>, trial: Trial): Promise<void> {
  await forgetTrials(deps, tx, trial)
  await attempts.keepAddress(tx, attemptOf(deps, trial), epochMs(deps.clock.now() + KNOWN_ADDRESS_MS))
}

async function countEarlier(deps: Deps, tx: Transaction<DB>, trial: Trial, attempt: attempts.Attempt) {
  await attempts.lockAttempts(tx, attempt)
  const since = epochMs(deps.clock.now() - WINDOW_MS[trial.kind])
  const earlier = await attempts.countAttempts(tx, attempt, since)
  if (!isOneTooMany(trial.kind, earlier)) return earlier
  deps.log.info({ kind: trial.kind, address: trial.address, earlier }, 'one attempt too many')
  return undefined
}

function insert(deps: Deps, tx: Transaction<DB>, attempt: attempts.Attempt, turnAt?: EpochMs): Promise<void> {
  const at = deps.clock.now()
  const noted = { ...attempt, id: deps.newId(), at, ...(turnAt !== undefined && { turnAt }) }
  return attempts.insertAttempt(tx, noted, epochMs(at - LONGEST_WINDOW_MS))
}

/** Removes a successful attempt, together with earlier failures from the same address. */
export function forgetTrials(deps: Deps, tx: Transaction<DB>, trial: Trial): Promise<void> {
  return attempts.removeAttempts(tx, attemptOf(deps, trial))
}

function attemptOf(deps: Deps, { kind, email, address }: Trial): attempts.Attempt {
  return { kind, accountHash: deps.tokens.hashGuessable('account', email), address }
}
