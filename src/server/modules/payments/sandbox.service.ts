import type { Voucher } from '#contract/payments/payment-accounts.ts'
import type { Plan, PlanId, SandboxCheckout } from '#contract/payments.ts'
import { type CheckoutId, type PaymentEntryId, toWire } from '#contract/values.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf, scopeOfPractice } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { transferEnd } from './accounts/snapshot.domain.ts'
import { hasPaidOrTried } from './ledger/ledger.domain.ts'
import { openLedger } from './ledger/ledger.service.ts'
import {
  type CheckoutOutcome,
  type StoredState,
  effectivePayment,
  settleCheckout,
} from './payments.domain.ts'
import * as payments from './payments.repository.ts'
import { type PlanChange, factOf, planChangeOf } from './sandbox.domain.ts'
import { requireAction } from './standing.service.ts'

// Test mode (product §5): a page of Norte's own where somebody plays what happens. Nothing is charged.

/**
 * GET: the data of the local checkout page. @throws Refusal `payment.checkout_not_found`, with any other provider too
 */
export async function getSandboxCheckout(deps: Deps, id: CheckoutId): Promise<SandboxCheckout> {
  const { planId, method, amountMinor, currency, status } = await findSandbox(deps, id)
  return { checkoutId: id, planId, method, amountMinor, currency, status }
}

/**
 * POST: simulates an outcome in test mode. Concurrent ones leave one state.
 * @throws Refusal `payment.already_active` where another tab has paid since; what was issued can be paid all the same
 */
export async function settleSandboxCheckout(
  deps: Deps,
  id: CheckoutId,
  outcome: CheckoutOutcome,
): Promise<SandboxCheckout> {
  const { coachId, timezone } = await findSandbox(deps, id)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const ledger = await openLedger(deps, tx, coachId, now)
    // Read again under the lock: an earlier outcome may have settled it.
    const checkout = found(await payments.findCheckout(tx, id, 'sandbox'), 'payment.checkout_not_found')
    const settled = settleCheckout(checkout.status, outcome)
    if (!settled) throw new Refusal('payment.checkout_settled')
    if (settled === checkout.status) return
    if (outcome !== 'decline' && checkout.status !== 'voucher')
      await requireAction(deps, scopeOfPractice(coachId), 'pay', tx)
    await payments.updateCheckout(tx, id, settled, now)
    const { status, periodEndsAt } = ledger.state
    const { paymentStatus } = effectivePayment(status, periodEndsAt, now, 'sandbox')
    const trialDays = hasPaidOrTried(ledger.lines) ? 0 : deps.config.trialDays
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
  if (!deps.payments.playedAt) throw new Refusal('payment.checkout_not_found')
  return found(await payments.findCheckout(deps.db, id, 'sandbox'), 'payment.checkout_not_found')
}

/** How long a voucher of test mode says it can be paid. */
const VOUCHER_MS = 3 * DAY_MS

/** What was issued in test mode and is not paid: with numbers that nobody can pay to. */
export async function listPlayedVouchers(deps: Deps, actor: CoachActor): Promise<Voucher[]> {
  const rows = await payments.listVouchers(deps.db, scopeOf(actor), 'sandbox')
  const now = deps.clock.now()
  return rows.flatMap(({ method, issuedAt, ...voucher }): Voucher[] => {
    if (method === 'oxxo' && issuedAt + VOUCHER_MS <= now) return []
    const common = {
      ...voucher,
      issuedAt: toWire(issuedAt),
      reference: NUMBER_OF_NOBODY,
      pageUrl: deps.payments.playedAt?.(voucher.checkoutId) ?? null,
    }
    if (method === 'oxxo') {
      return [{ method, ...common, expiresAt: toWire(epochMs(issuedAt + VOUCHER_MS)) }]
    }
    if (method !== 'spei') return []
    const bank = 'Norte'
    const remainingMinor = voucher.amountMinor
    const waitsUntil = toWire(transferEnd(issuedAt, false))
    return [{ method, ...common, clabe: CLABE_OF_NOBODY, bank, remainingMinor, waitsUntil }]
  })
}

const NUMBER_OF_NOBODY = '00000000000000'
const CLABE_OF_NOBODY = '000000000000000000'

/** What another plan would cost in test mode. @throws Refusal `payment.plan_unchangeable` */
export async function previewPlayedPlan(deps: Deps, actor: CoachActor, planId: PlanId) {
  const scope = scopeOf(actor)
  const state = await payments.getPayment(deps.db, scope)
  const { to, dueMinor, nextAt } = planChange(deps, state, planId, await payments.findZone(deps.db, scope))
  const { amountMinor, currency } = to
  return {
    dueNow: { amountMinor: dueMinor, currency },
    creditMinor: 0,
    next: { at: toWire(nextAt), amountMinor, currency },
  }
}

/** Changes the plan in test mode. @throws Refusal `payment.plan_unchangeable` */
export async function changePlayedPlan(deps: Deps, actor: CoachActor, planId: PlanId): Promise<void> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const ledger = await openLedger(deps, tx, actor.coachId, now, actor.userId)
    const zone = await payments.findZone(tx, scope)
    const { to, dueMinor, nextAt } = planChange(deps, ledger.state, planId, zone)
    const id = deps.newId<PaymentEntryId>()
    const line = { key: `sandbox ${id}`, at: now, provider: 'sandbox' }
    const paid = {
      fact: { cause: 'paid', of: id, planId, zone, until: nextAt, replaces: true },
      method: 'card',
      amount: { minor: dueMinor, currency: to.currency },
    } as const
    const changed = { fact: { cause: 'planChanged', planId, until: nextAt } } as const
    await ledger.enter({ ...line, ...(dueMinor > 0 ? paid : changed) })
  })
  deps.actors.forgetPractice(actor.coachId)
}

/** A plan that ended a moment ago cannot be changed any more. */
function planChange(
  { config: { plans }, clock }: Deps,
  { status, planId: present, periodEndsAt: until }: StoredState,
  planId: PlanId,
  zone: string,
): PlanChange & { to: Plan } {
  const now = clock.now()
  const to = plans.find(({ id }) => id === planId)
  // Another tab has changed to it a moment ago.
  if (planId === present) throw new Refusal('payment.plan_unknown')
  const isTrial = status === 'trial'
  if (!to || until === null || until <= now || !(isTrial || status === 'active')) {
    throw new Refusal('payment.plan_unchangeable')
  }
  const from = plans.find(({ id }) => id === present)
  return { to, ...planChangeOf({ from, to, until, isTrial }, zone, now) }
}
