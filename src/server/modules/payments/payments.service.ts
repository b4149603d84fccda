import type { Transaction } from 'kysely'
import type { PaymentStatus } from '#contract/account/auth.ts'
import type { PaymentMethod, PaymentState, PlanId, SandboxCheckout } from '#contract/payments.ts'
import { type CheckoutId, type IsoInstant, type UserId, toWire } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf, scopeOfPractice } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import {
  type CheckoutOutcome,
  effectivePayment,
  paymentAfter,
  periodEnd,
  settleCheckout,
} from './payments.domain.ts'
import * as payments from './payments.repository.ts'

/** GET: the available plans and payment methods. */
export async function listPlans({ config, payments: { methods, provider } }: Deps) {
  return { plans: config.plans, methods: [...methods], provider }
}

/** GET: the coach's own current payment. */
export async function getMyPayment(deps: Deps, actor: CoachActor): Promise<PaymentState> {
  const { status, planId, periodEndsAt } = await payments.getPayment(deps.db, scopeOf(actor))
  const state = effectivePayment(status, periodEndsAt, deps.clock.now(), deps.payments.provider)
  return {
    ...state,
    planId,
    periodEndsAt: toWire(periodEndsAt),
  }
}

/** POST: opens a checkout at the provider and returns where to pay. */
export async function startCheckout(
  deps: Deps,
  actor: CoachActor,
  { planId, method }: { planId: PlanId; method: PaymentMethod },
): Promise<{ url: string; checkoutId: CheckoutId }> {
  const { methods, provider } = deps.payments
  // Paid ahead means nothing to pay. Others may always pay, in a trial too, whose days are kept (product §5).
  if (['active', 'exempt'].includes(actor.paymentStatus)) throw new Refusal('payment.already_active')
  const plan = deps.config.plans.find(({ id }) => id === planId)
  if (!plan || !methods.includes(method)) throw new Refusal('payment.plan_unknown')
  const id = deps.newId<CheckoutId>()
  const { amountMinor, currency } = plan
  const checkout = { id, provider, planId, method, amountMinor, currency }
  await payments.insertCheckout(deps.db, scopeOf(actor), checkout, deps.clock.now())
  return { ...(await deps.payments.openCheckout(checkout)), checkoutId: id }
}

/**
 * GET: the data of the local checkout page. @throws Refusal `payment.checkout_not_found`, with any other provider too
 */
export async function getSandboxCheckout(deps: Deps, id: CheckoutId): Promise<SandboxCheckout> {
  const { planId, method, amountMinor, currency, status } = await findSandbox(deps, id)
  return { checkoutId: id, planId, method, amountMinor, currency, status }
}

/** POST: simulates an outcome in test mode. Concurrent ones leave one state. */
export async function settleSandboxCheckout(
  deps: Deps,
  id: CheckoutId,
  outcome: CheckoutOutcome,
): Promise<SandboxCheckout> {
  const { coachId, planId, timezone } = await findSandbox(deps, id)
  const scope = scopeOfPractice(coachId)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const current = await payments.lockPayment(tx, scope)
    // Read again under the lock: an earlier outcome may have settled it.
    const { status } = found(await payments.findCheckout(tx, id, 'sandbox'), 'payment.checkout_not_found')
    const settled = settleCheckout(status, outcome)
    if (!settled) throw new Refusal('payment.checkout_settled')
    if (settled === status) return
    const trialDays = (await payments.hasPaidBefore(tx, scope)) ? 0 : deps.config.trialDays
    await payments.updateCheckout(tx, id, settled, now)
    const next = paymentAfter(current, outcome, { planId, timezone, trialDays }, now)
    if (!next) return
    await payments.updatePayment(tx, scope, next, now)
    await recordChange(deps, tx, coachId, next.status)
  })
  deps.actors.forgetPractice(coachId)
  return getSandboxCheckout(deps, id)
}

/**
 * Marks the coach of an address as paid for a month or a year, for operators with the provider `manual` (product §5); a
 * current period is extended. @throws Refusal `coach.not_found`
 */
export async function markPaid(
  deps: Deps,
  email: string,
  planId: PlanId,
): Promise<{ periodEndsAt: IsoInstant }> {
  const { coachId, timezone } = found(await payments.findCoach(deps.db, email), 'coach.not_found')
  const scope = scopeOfPractice(coachId)
  const now = deps.clock.now()
  const periodEndsAt = await deps.db.transaction().execute(async (tx) => {
    const { periodEndsAt: running } = await payments.lockPayment(tx, scope)
    const end = periodEnd(running !== null && running > now ? running : now, planId, timezone)
    await payments.updatePayment(tx, scope, { status: 'active', planId, periodEndsAt: end }, now)
    await recordChange(deps, tx, coachId, 'active')
    return end
  })
  deps.actors.forgetPractice(coachId)
  return { periodEndsAt: toWire(periodEndsAt) }
}

function recordChange(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  status: PaymentStatus,
): Promise<void> {
  return record(deps, tx, {
    type: 'payment.changed',
    coachId,
    actorUserId: null,
    subjectId: coachId,
    payload: { status },
  })
}

async function findSandbox(deps: Deps, id: CheckoutId) {
  if (!deps.payments.playsOutcomes) throw new Refusal('payment.checkout_not_found')
  return found(await payments.findCheckout(deps.db, id, 'sandbox'), 'payment.checkout_not_found')
}
