import type { Transaction } from 'kysely'
import type { Proof } from '#contract/account/accounts.ts'
import { type AccountDeletionDto, GRACE_DAYS } from '#contract/account/account-deletion.ts'
import { type IsoInstant, type UserId, toWire } from '#contract/values.ts'
import { DAY_MS, type EpochMs, epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import { changeTimers } from '#server/events/timers.ts'
import type { Actor } from '../../policy/actor.ts'
import { Refusal } from '../../refusal.ts'
import type { AuditActor, AuditOrigin } from '../audit/audit.domain.ts'
import { audit } from '../audit/audit.service.ts'
import { earliestEnd } from '../auth/grace.domain.ts'
import { requireProof } from '../auth/sign-in/proof.service.ts'
import { endRenewal } from '../payments/accounts/renewal.service.ts'
import { MOST_ASKED_A_DAY, REMINDED_DAYS, dayLater, dueAfter, isOver, nextDayAt } from './deletions.domain.ts'
import * as deletions from './deletions.repository.ts'
import * as spaces from './spaces.repository.ts'
import { tellStaying, tellLeaving } from './telling.service.ts'

/** GET: whether the account is to be deleted, and whom that concerns. */
export async function getDeletion(deps: Deps, { userId }: Actor): Promise<AccountDeletionDto> {
  const [row, practice, clients, ofCoaches] = await Promise.all([
    deletions.findDeletion(deps.db, userId),
    spaces.hasPractice(deps.db, userId),
    spaces.listAccountsOfPractice(deps.db, userId),
    spaces.listSpacesOf(deps.db, userId),
  ])
  return {
    askedAt: toWire(row?.askedAt ?? null),
    dueAt: toWire(row ? earliestEnd(row, deps.clock.now()) : null),
    practice,
    clients: clients.length,
    coaches: ofCoaches.map(({ coachName }) => coachName),
  }
}

/**
 * POST: has the account deleted when the grace is over. Until then everything goes on, and the people whom it concerns know of it.
 * @throws Refusal as `requireProof`, `payment.provider_away` and others of the provider where a card would still be charged
 */
export async function askDeletion(
  deps: Deps,
  actor: Actor,
  proof: Proof,
  origin: AuditOrigin,
): Promise<AccountDeletionDto> {
  await requireProof(deps, actor, proof, origin)
  await startGrace(deps, actor.userId, { by: actor.userId, origin })
  return getDeletion(deps, actor)
}

/** Who asks for the end of an account: its person, or an operator whom they asked by mail. */
type Asking = { by: AuditActor; origin?: AuditOrigin }

/** Begins the grace of an account. @returns false if it had begun. @throws Refusal `account.too_many`, and of the payment provider as above */
export async function startGrace(deps: Deps, userId: UserId, { by, origin }: Asking): Promise<boolean> {
  // First: if nobody can stop the charges, nothing else is promised.
  await endRenewal(deps, userId)
  const isNew = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const dueAt = dueAfter(now)
    const operator = typeof by === 'object' ? by.operator : null
    const grace = { userId, operator, dueAt, daysLeft: GRACE_DAYS }
    if (!(await deletions.insertDeletion(tx, grace, now))) return false
    const asked = await deletions.countAsked(tx, userId, epochMs(now - DAY_MS))
    if (asked >= MOST_ASKED_A_DAY) throw new Refusal('account.too_many')
    await countLater(tx, userId, nextDayAt({ ...grace, begunAt: null }, now))
    await audit(deps, tx, { kind: 'account.deletion_asked', userId, actor: by, origin })
    await recordOfAccount(deps, tx, userId, {
      type: 'account.deletion_asked',
      payload: { dueAt: toWire(dueAt) },
    })
    await tellLeaving(deps, tx, userId, dueAt)
    return true
  })
  if (isNew) deps.log.info({ userId }, 'account to be deleted')
  return isNew
}

/** DELETE: keeps the account. @throws Refusal `account.ending` if its end has begun */
export async function keepAccount(
  deps: Deps,
  actor: Actor,
  origin: AuditOrigin,
): Promise<AccountDeletionDto> {
  await endGrace(deps, actor.userId, { by: actor.userId, origin })
  const state = await getDeletion(deps, actor)
  if (state.dueAt !== null) throw new Refusal('account.ending')
  return state
}

/** Ends the grace of an account, which stays. @returns false if it is not to be deleted, or is being deleted already */
export function endGrace(deps: Deps, userId: UserId, { by, origin }: Asking): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await deletions.removeDeletion(tx, userId))) return false
    await changeTimers(tx, [{ kind: 'drop', key: dayKey(userId) }])
    await audit(deps, tx, { kind: 'account.kept', userId, actor: by, origin })
    await recordOfAccount(deps, tx, userId, { type: 'account.kept', payload: {} })
    await tellStaying(deps, tx, userId)
    return true
  })
}

/**
 * Counts a day of the grace, and has the account deleted after the last one. Each day is at least twenty hours after the one before it, so a
 * clock that leaps takes one day at most; what an outage cost is made up for.
 */
export async function countDay(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  const row = await deletions.lockDeletion(tx, userId)
  if (!row || row.begunAt !== null) return
  const now = deps.clock.now()
  const grace = dayLater(row)
  await deletions.setDaysLeft(tx, userId, grace.daysLeft)
  if (isOver(grace, now)) return eraseSoon(deps, tx, userId)
  await countLater(tx, userId, nextDayAt(grace, now))
  if (grace.daysLeft !== REMINDED_DAYS) return
  await tellLeaving(deps, tx, userId, grace.dueAt)
  await recordOfAccount(deps, tx, userId, {
    type: 'account.deletion_near',
    payload: { dueAt: toWire(grace.dueAt) },
  })
}

/** Sets the timer of the next day of a grace again. */
export async function countNext(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  const row = await deletions.lockDeletion(tx, userId)
  if (row?.begunAt === null) await countLater(tx, userId, nextDayAt(row, deps.clock.now()))
}

/** Has the account erased in a job, once its timer is seen. */
export function eraseSoon(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  const command = { type: 'account.erase', userId } as const
  return changeTimers(tx, [{ kind: 'set', key: `account.erase:${userId}`, dueAt: deps.clock.now(), command }])
}

const dayKey = (userId: UserId) => `account.countDay:${userId}`

function countLater(tx: Transaction<DB>, userId: UserId, dueAt: EpochMs): Promise<void> {
  const command = { type: 'account.countDay', userId } as const
  return changeTimers(tx, [{ kind: 'set', key: dayKey(userId), dueAt, command }])
}

type OfAccount =
  | { type: 'account.deletion_asked' | 'account.deletion_near'; payload: { dueAt: IsoInstant } }
  | { type: 'account.kept'; payload: Record<never, never> }

// What happens to an account is recorded in whatever practice the person is in.
async function recordOfAccount(
  deps: Deps,
  tx: Transaction<DB>,
  userId: UserId,
  event: OfAccount,
): Promise<void> {
  const coachId = await spaces.findPractice(tx, userId)
  if (coachId === undefined) return
  await record(deps, tx, { ...event, coachId, actorUserId: null, subjectId: userId })
}
