import type { PaymentMethod, PaymentState, PlanId, SandboxCheckout } from '#contract/payments.ts'
import { type CheckoutId, type PaymentEntryId, toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf, scopeOfPractice } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { openLedger } from './ledger/ledger.service.ts'
import {
  type CheckoutOutcome,
  type StoredState,
  allowedPaymentActions,
  effectivePayment,
  settleCheckout,
} from './payments.domain.ts'
import { factOf } from './sandbox.domain.ts'
import * as payments from './payments.repository.ts'

/** GET: the available plans and payment methods. */
export async function listPlans({ config, payments: { methods, provider } }: Deps) {
  return { plans: config.plans, methods: [...methods], provider }
}

/** GET: the coach's own current payment. */
export async function getMyPayment(deps: Deps, actor: CoachActor): Promise<PaymentState> {
  return presentPayment(deps, await payments.getPayment(deps.db, scopeOf(actor)))
}

/** A payment as its coach sees it now. */
export function presentPayment(deps: Deps, { status, planId, periodEndsAt }: StoredState): PaymentState {
  const now = deps.clock.now()
  const state = effectivePayment(status, periodEndsAt, now, deps.payments.provider)
  return {
    ...state,
    planId,
    // What was paid before goes on below an exemption, which itself has no end.
    periodEndsAt: toWire(state.paymentStatus === 'exempt' ? null : periodEndsAt),
    allowedActions: allowedPaymentActions(state.paymentStatus, periodEndsAt, now),
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
  const { coachId, timezone } = await findSandbox(deps, id)
  const scope = scopeOfPractice(coachId)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const ledger = await openLedger(deps, tx, coachId, now)
    // Read again under the lock: an earlier outcome may have settled it.
    const checkout = found(await payments.findCheckout(tx, id, 'sandbox'), 'payment.checkout_not_found')
    const settled = settleCheckout(checkout.status, outcome)
    if (!settled) throw new Refusal('payment.checkout_settled')
    if (settled === checkout.status) return
    const isFirst = !(await payments.hasPaidBefore(tx, scope))
    await payments.updateCheckout(tx, id, settled, now)
    const { status, periodEndsAt } = ledger.state
    const { paymentStatus } = effectivePayment(status, periodEndsAt, now, 'sandbox')
    const trialDays = isFirst ? deps.config.trialDays : 0
    const fact = factOf(outcome, { ...checkout, zone: timezone, trialDays, paymentStatus }, now)
    if (!fact) return
    const { amountMinor: minor, currency, method } = checkout
    const amount = fact.cause === 'paid' ? { minor, currency } : null
    const key = `sandbox ${deps.newId<PaymentEntryId>()}`
    await ledger.enter({ key, at: now, provider: 'sandbox', fact, method, amount })
  })
  deps.actors.forgetPractice(coachId)
  return getSandboxCheckout(deps, id)
}

async function findSandbox(deps: Deps, id: CheckoutId) {
  if (!deps.payments.playsOutcomes) throw new Refusal('payment.checkout_not_found')
  return found(await payments.findCheckout(deps.db, id, 'sandbox'), 'payment.checkout_not_found')
}
