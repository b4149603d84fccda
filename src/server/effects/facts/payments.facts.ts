import type { PlanId } from '#contract/payments.ts'
import type { IsoInstant } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { getPayment } from '#server/modules/payments/payments.repository.ts'
import { type Ending, endingOf } from '#server/modules/payments/reminders/reminders.domain.ts'
import { findReminded } from '#server/modules/payments/reminders/reminders.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'

/** What a mail or a notification about a payment tells; of mails absent once it is not so any more. */
export type PaymentFacts = {
  /** Money that came, and until when it counts. */
  received?: { until: IsoInstant | null } | undefined
  /** The end that the event reminds of, while nothing has been paid for what follows. */
  ending?: (Ending & { planId: PlanId | null }) | undefined
  /** When a refused charge is tried again; null if it is not. */
  failedCharge?: { retryAt: EpochMs | null } | undefined
}

export async function loadPaymentFacts(deps: Deps, event: DomainEvent): Promise<PaymentFacts> {
  if (event.type === 'payment.received') return { received: event.payload }
  const scope = scopeOfPractice(event.coachId)
  const now = deps.clock.now()
  if (event.type === 'payment.ending') {
    const { provider } = deps.payments
    const coach = await findReminded(deps.db, scope, provider)
    const ending = coach && endingOf(coach, provider)
    const isSame = ending?.endsAt === fromIso(event.payload.periodEndsAt) && now < ending.endsAt
    return { ending: coach && ending && isSame ? { ...ending, planId: coach.planId } : undefined }
  }
  if (event.type !== 'payment.charge_failed' && event.type !== 'payment.charge_refused') return {}
  const { status, periodEndsAt } = await getPayment(deps.db, scope)
  // Only what is paid makes a payment active again after a refused charge.
  const isSettled =
    status === 'exempt' || (status === 'active' && periodEndsAt !== null && periodEndsAt > now)
  const { retryAt } = event.payload
  return { failedCharge: isSettled ? undefined : { retryAt: retryAt === null ? null : fromIso(retryAt) } }
}
