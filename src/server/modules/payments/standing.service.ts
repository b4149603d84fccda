import type { PaymentAction, PlanId } from '#contract/payments.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { findCustomer } from './accounts/customers.repository.ts'
import { type Held, fromHeld, nextChargeAt } from './accounts/held.service.ts'
import { isPaidBeyond } from './ledger/ledger.domain.ts'
import { type Standing, allowedPaymentActions, effectivePayment } from './payments.domain.ts'
import { getPayment } from './payments.repository.ts'

/** Where a coach's payment is now, with the subscription that the provider has of them. */
export async function standingOf(
  deps: Deps,
  db: Deps['db'],
  scope: CoachScope,
): Promise<Standing & Pick<Held, 'subscription'> & { planId: PlanId | null; chargesAt: EpochMs | null }> {
  const { provider, methods, playedAt, accounts } = deps.payments
  const { status, planId, periodEndsAt } = await getPayment(db, scope)
  const now = deps.clock.now()
  const { paymentStatus } = effectivePayment(status, periodEndsAt, now, provider)
  const held = fromHeld((await findCustomer(db, scope, provider))?.held)
  const { subscription } = held
  const renews = subscription?.renews === true
  const end = subscription?.periodEndsAt
  return {
    paymentStatus,
    planId,
    periodEndsAt,
    subscription,
    chargesAt: nextChargeAt(held, now),
    renews,
    sells: methods.length > 0,
    canChangePlan:
      playedAt !== undefined || (renews && (end === undefined || !isPaidBeyond(periodEndsAt, end))),
    hasPortal: accounts !== undefined && subscription !== null,
  }
}

const REFUSALS: Record<PaymentAction, ErrorCode> = {
  pay: 'payment.already_active',
  cancel: 'payment.nothing_to_cancel',
  resume: 'payment.not_cancelled',
  changePlan: 'payment.plan_unchangeable',
  openPortal: 'payment.no_portal',
}

/** @throws Refusal for what the payment does not allow now */
export async function requireAction(
  deps: Deps,
  scope: CoachScope,
  action: PaymentAction,
  db: Deps['db'] = deps.db,
): Promise<void> {
  const standing = await standingOf(deps, db, scope)
  if (!allowedPaymentActions(standing, deps.clock.now()).includes(action)) throw new Refusal(REFUSALS[action])
}
