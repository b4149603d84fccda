import type { Voucher } from '#contract/payments/payment-accounts.ts'
import type { Money } from '#contract/payments/snapshot.ts'
import type { PaymentState, PlanId } from '#contract/payments.ts'
import { toWire } from '#contract/values.ts'
import type { Deps } from '../../../deps.ts'
import type { CoachActor } from '../../../policy/actor.ts'
import { scopeOf } from '../../../policy/scope.ts'
import { Refusal } from '../../../refusal.ts'
import { getMyPayment } from '../payments.service.ts'
import { changePlayedPlan, listPlayedVouchers, previewPlayedPlan } from '../sandbox.service.ts'
import { requireAction, standingOf } from '../standing.service.ts'
import { findCustomer } from './customers.repository.ts'
import { type Held, fromHeld } from './held.service.ts'
import { customerOf, orRefusal } from './opening.service.ts'
import { accountsOf, readAfterwards, readCustomer } from './reading.service.ts'
import { transferEnd } from './snapshot.domain.ts'

/** GET: what waits to be paid, what was paid too much, and when a refused charge is tried again. */
export async function getWaiting(deps: Deps, actor: CoachActor) {
  const { playedAt, provider } = deps.payments
  if (playedAt) return { vouchers: await listPlayedVouchers(deps, actor), balance: null, retryAt: null }
  const now = deps.clock.now()
  const held = fromHeld((await findCustomer(deps.db, scopeOf(actor), provider))?.held)
  return {
    vouchers: held.vouchers
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .map(presentVoucher),
    balance: held.balance && amountOf(held.balance),
    retryAt: toWire(held.retryAt),
  }
}

function presentVoucher(voucher: Held['vouchers'][number]): Voucher {
  const { checkoutId, planId, issuedAt, expiresAt, amount, reference, pageUrl } = voucher
  const common = { checkoutId, planId, ...amountOf(amount), issuedAt: toWire(issuedAt), reference, pageUrl }
  if (voucher.method === 'oxxo') return { method: 'oxxo', ...common, expiresAt: toWire(expiresAt) }
  const { clabe, bank, remainingMinor } = voucher
  const waitsUntil = toWire(transferEnd(issuedAt, remainingMinor < amount.minor))
  return { method: 'spei', ...common, clabe, bank, remainingMinor, waitsUntil }
}

const amountOf = ({ minor, currency }: Money) => ({ amountMinor: minor, currency })

/** GET: what another plan costs now, asked of the provider. @throws Refusal `payment.plan_unchangeable`, as `orRefusal` */
export async function previewPlan(deps: Deps, actor: CoachActor, { planId }: { planId: PlanId }) {
  await requireOther(deps, actor, planId)
  if (deps.payments.playedAt) return previewPlayedPlan(deps, actor, planId)
  const { dueNow, creditMinor, next } = await orRefusal(deps, async () =>
    accountsOf(deps).previewPlan(await customerOf(deps, actor), planId),
  )
  return {
    dueNow: amountOf(dueNow),
    creditMinor,
    next: { at: toWire(next.at), ...amountOf(next.amount) },
  }
}

/** POST: changes the plan at once. @throws Refusal `payment.plan_unchangeable`, as `orRefusal` */
export async function changePlan(
  deps: Deps,
  actor: CoachActor,
  { planId }: { planId: PlanId },
): Promise<PaymentState> {
  await requireOther(deps, actor, planId)
  if (deps.payments.playedAt) await changePlayedPlan(deps, actor, planId)
  else {
    await orRefusal(deps, async () => {
      const customer = await customerOf(deps, actor)
      // What was paid beside the card a moment ago would be lost. A change whose answer was lost is done once there.
      await readCustomer(deps, customer)
      await requireAction(deps, scopeOf(actor), 'changePlan')
      await accountsOf(deps).changePlan(customer, planId)
      await readAfterwards(deps, customer)
    })
  }
  return getMyPayment(deps, actor)
}

/** @throws Refusal `payment.plan_unchangeable` where there is no plan to change, `payment.plan_unknown` for the same */
async function requireOther(deps: Deps, actor: CoachActor, planId: PlanId): Promise<void> {
  await requireAction(deps, scopeOf(actor), 'changePlan')
  const { subscription, planId: present } = await standingOf(deps, deps.db, scopeOf(actor))
  const isOffered = deps.config.plans.some(({ id }) => id === planId)
  if (!isOffered || planId === (subscription?.planId ?? present)) throw new Refusal('payment.plan_unknown')
}

/** POST: opens the provider's page for the card. @throws Refusal `payment.no_portal`, as `orRefusal` */
export async function openPortal(deps: Deps, actor: CoachActor): Promise<{ url: string }> {
  await requireAction(deps, scopeOf(actor), 'openPortal')
  const returnUrl = `${deps.config.publicUrl}/profile/payment`
  return orRefusal(deps, async () =>
    accountsOf(deps).openPortal(await customerOf(deps, actor), returnUrl, actor.language),
  )
}
