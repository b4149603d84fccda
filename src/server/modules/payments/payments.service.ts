import type { PaymentMethod, PaymentState, Plan, PlanId, Trial } from '#contract/payments.ts'
import { type CheckoutId, toWire } from '#contract/values.ts'
import { DAY_MS, type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { whileNobodyElse } from './accounts/opening.service.ts'
import { accountsOf } from './accounts/reading.service.ts'
import { hasPaidOrTried } from './ledger/ledger.domain.ts'
import { listLines } from './ledger/ledger.service.ts'
import { allowedPaymentActions, effectivePayment } from './payments.domain.ts'
import * as payments from './payments.repository.ts'
import { requireAction, standingOf } from './standing.service.ts'

/** GET: the available plans and payment methods, and the trial that this coach may have. */
export async function listPlans(deps: Deps, actor: CoachActor) {
  const { methods, provider } = deps.payments
  const days = await trialDaysOf(deps, actor)
  // Vouchers and transfers have none: they are paid first (ADR 75).
  const tried = methods.filter((method) => method === 'card')
  const trial: Trial | null = days > 0 && tried.length > 0 ? { days, methods: tried } : null
  return { plans: deps.config.plans, methods: [...methods], provider, trial }
}

/** GET: the coach's own current payment. */
export async function getMyPayment(deps: Deps, actor: CoachActor): Promise<PaymentState> {
  const { paymentStatus, periodEndsAt, planId, subscription, ...standing } = await standingOf(
    deps,
    deps.db,
    scopeOf(actor),
  )
  const now = deps.clock.now()
  const { payment } = effectivePayment(paymentStatus, periodEndsAt, now, deps.payments.provider)
  return {
    payment,
    paymentStatus,
    planId,
    // What was paid before goes on below an exemption, which itself has no end.
    periodEndsAt: toWire(paymentStatus === 'exempt' ? null : periodEndsAt),
    renewsAs: standing.renews ? (subscription?.planId ?? null) : null,
    chargesAt: toWire(standing.chargesAt),
    allowedActions: allowedPaymentActions({ ...standing, paymentStatus, periodEndsAt }, now),
  }
}

/** Each is a row that stays, and some calls of the provider. Nobody who pays needs as many. */
const MOST_CHECKOUTS_AN_HOUR = 30

/** Limits how many checkouts a coach opens in an hour, from whatever addresses. @throws Refusal `request.too_many` */
async function requireFewCheckouts(deps: Deps, actor: CoachActor): Promise<void> {
  const since = epochMs(deps.clock.now() - HOUR_MS)
  const opened = await payments.countCheckouts(deps.db, scopeOf(actor), since)
  if (opened >= MOST_CHECKOUTS_AN_HOUR) throw new Refusal('request.too_many')
}

/** POST: opens a checkout at the provider and returns where to pay. @throws Refusal `request.too_many` and what the contract lists */
export async function startCheckout(
  deps: Deps,
  actor: CoachActor,
  { planId, method }: { planId: PlanId; method: PaymentMethod },
): Promise<{ url: string; checkoutId: CheckoutId }> {
  const { methods, playedAt } = deps.payments
  const plan = deps.config.plans.find(({ id }) => id === planId)
  if (!plan || !methods.includes(method)) throw new Refusal('payment.plan_unknown')
  await requireAction(deps, scopeOf(actor), 'pay')
  await requireFewCheckouts(deps, actor)
  if (!playedAt) return openAtProvider(deps, actor, { plan, method })
  const checkoutId = await keepCheckout(deps, actor, { plan, method })
  return { url: playedAt(checkoutId), checkoutId }
}

/** Opens the provider's page, after what was paid a moment ago in another tab was read. */
function openAtProvider(
  deps: Deps,
  actor: CoachActor,
  { plan, method }: { plan: Plan; method: PaymentMethod },
): Promise<{ url: string; checkoutId: CheckoutId }> {
  const { publicUrl } = deps.config
  return whileNobodyElse(deps, actor, async (customer) => {
    await requireAction(deps, scopeOf(actor), 'pay')
    const checkoutId = await keepCheckout(deps, actor, { plan, method })
    // A page that is open in another tab for the same is opened again.
    return accountsOf(deps).openCheckout(customer, {
      id: checkoutId,
      planId: plan.id,
      method,
      startsAt: await firstCharge(deps, actor),
      returnUrl: `${publicUrl}/payment/done`,
      // The screen they came from: a coach who has the use of their account pays from their profile.
      cancelUrl: `${publicUrl}${actor.paid ? '/profile/payment' : '/payment'}`,
      language: actor.language,
    })
  })
}

/** When a card is charged first: after what is paid or tried already, after a trial at the first payment, else now. */
async function firstCharge(deps: Deps, actor: CoachActor): Promise<EpochMs | null> {
  const { paymentStatus, periodEndsAt } = await standingOf(deps, deps.db, scopeOf(actor))
  const now = deps.clock.now()
  if (periodEndsAt !== null && periodEndsAt > now && paymentStatus !== 'pending') return periodEndsAt
  const trialDays = await trialDaysOf(deps, actor)
  return trialDays === 0 ? null : epochMs(now + trialDays * DAY_MS)
}

/** How many days a coach may try Norte with their first payment; 0 for one who has paid or tried before. */
async function trialDaysOf({ config: { trialDays }, db }: Deps, actor: CoachActor): Promise<number> {
  return trialDays === 0 || hasPaidOrTried(await listLines(db, scopeOf(actor))) ? 0 : trialDays
}

async function keepCheckout(
  deps: Deps,
  actor: CoachActor,
  { plan: { id: planId, amountMinor, currency }, method }: { plan: Plan; method: PaymentMethod },
): Promise<CheckoutId> {
  const id = deps.newId<CheckoutId>()
  const { provider } = deps.payments
  const checkout = { id, provider, planId, method, amountMinor, currency }
  await payments.insertCheckout(deps.db, scopeOf(actor), checkout, deps.clock.now())
  return id
}
