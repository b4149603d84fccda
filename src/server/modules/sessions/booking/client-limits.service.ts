import type { Transaction } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import { HOUR_MS, epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal } from '#server/refusal.ts'
import { countAsked, countChanges } from './client-limits.repository.ts'
import type { SessionCommand } from '../lifecycle.domain.ts'

// Each of them is a mail to the coach. Nobody who looks for a time needs as many.
const MOST_ASKED_AN_HOUR = 30
const MOST_CHANGES_AN_HOUR = 20

/**
 * Limits how many sessions a client requests in an hour, including withdrawn ones (product §4 limits the coach's mails;
 * this is the other direction). @throws Refusal `request.too_many`
 */
export async function requireFewAsked(deps: Deps, tx: Transaction<DB>, actor: Actor): Promise<void> {
  if (actor.userType !== 'client') return
  const { userId, clientId } = actor
  const since = epochMs(deps.clock.now() - HOUR_MS)
  const asked = await countAsked(tx, scopeOf(actor), { userId, clientId, since })
  if (asked >= MOST_ASKED_AN_HOUR) throw new Refusal('request.too_many')
}

/** Commands that a client can undo and repeat. */
const REPEATABLE: readonly SessionCommand['type'][] = ['reschedule', 'requestMove', 'excuse']

/**
 * Limits how often a client changes one session in an hour; withdrawing and cancelling are always possible.
 * @throws Refusal `request.too_many`
 */
export async function requireFewChanges(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  id: SessionId,
  command: SessionCommand['type'],
): Promise<void> {
  if (actor.userType !== 'client' || !REPEATABLE.includes(command)) return
  const since = epochMs(deps.clock.now() - HOUR_MS)
  const changes = await countChanges(tx, scopeOf(actor), { id, userId: actor.userId, since })
  if (changes >= MOST_CHANGES_AN_HOUR) throw new Refusal('request.too_many')
}
