import type { Transaction } from 'kysely'
import { epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import * as attempts from './attempts.repository.ts'
import {
  type AttemptKind,
  type Earlier,
  LONGEST_WINDOW_MS,
  WINDOW_MS,
  isOneTooMany,
} from './auth-limits.domain.ts'

/** Somebody without a sign-in tries something with an address of theirs or another's. */
export type Trial = { kind: AttemptKind; email: string; address: string }

/**
 * Notes a trial and answers how many came before it; undefined, and nothing noted, when it is one too many.
 * Runs the same statements for every address, so its time tells nothing (product §3).
 */
export async function noteTrial(deps: Deps, tx: Transaction<DB>, trial: Trial): Promise<Earlier | undefined> {
  const attempt = attemptOf(deps, trial)
  const now = deps.clock.now()
  await attempts.lockAttempts(tx, attempt)
  const earlier = await attempts.countAttempts(tx, attempt, epochMs(now - WINDOW_MS[trial.kind]))
  if (isOneTooMany(trial.kind, earlier)) {
    deps.log.info({ kind: trial.kind, address: trial.address, earlier }, 'one attempt too many')
    return undefined
  }
  const forgetBefore = epochMs(now - LONGEST_WINDOW_MS)
  await attempts.insertAttempt(tx, { ...attempt, id: deps.newId(), at: now }, forgetBefore)
  return earlier
}

/** Takes back what a trial that turned out well left, together with the failures before it from the same address. */
export function forgetTrials(deps: Deps, tx: Transaction<DB>, trial: Trial): Promise<void> {
  return attempts.removeAttempts(tx, attemptOf(deps, trial))
}

function attemptOf(deps: Deps, { kind, email, address }: Trial): attempts.Attempt {
  return { kind, accountHash: deps.tokens.hashGuessable('account', email), address }
}
