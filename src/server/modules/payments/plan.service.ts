import {
  type CancelPlan,
  LEDGER_LINES,
  type PaymentAction,
  type PaymentCause,
  type PaymentLine,
  type PaymentState,
} from '#contract/payments.ts'
import { type PaymentEntryId, toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { historyOf } from './ledger/ledger.domain.ts'
import { listLines, openLedger } from './ledger/ledger.service.ts'
import { allowedPaymentActions, effectivePayment } from './payments.domain.ts'
import { presentPayment } from './payments.service.ts'

/** GET: what happened to the coach's own payment, the last first, each with the payment afterwards. */
export async function getLedger(deps: Deps, actor: CoachActor): Promise<{ data: PaymentLine[] }> {
  const history = historyOf(await listLines(deps.db, scopeOf(actor)), LEDGER_LINES)
  return {
    data: history.toReversed().map(({ entry: { id, at, fact, method, amount }, after }) => ({
      id,
      at: toWire(at),
      cause: fact.cause,
      planId: 'planId' in fact ? fact.planId : null,
      method,
      amountMinor: amount?.minor ?? null,
      currency: amount?.currency ?? null,
      paymentStatus: after.status,
      periodEndsAt: toWire(MOVES_THE_END.has(fact.cause) ? after.periodEndsAt : null),
    })),
  }
}

/** POST: ends the plan with its period (product §5). @throws Refusal `payment.nothing_to_cancel` */
export function cancelPlan(
  deps: Deps,
  actor: CoachActor,
  { reason, comment }: CancelPlan,
): Promise<PaymentState> {
  const why = [reason, comment].filter(Boolean).join(': ')
  return act(deps, actor, { action: 'cancel', cause: 'cancelled', reason: why === '' ? null : why })
}

/** POST: takes a cancellation back, until the period ends. @throws Refusal `payment.not_cancelled` */
export function resumePlan(deps: Deps, actor: CoachActor): Promise<PaymentState> {
  return act(deps, actor, { action: 'resume', cause: 'resumed', reason: null })
}

/** After these it is said until when. */
const MOVES_THE_END: ReadonlySet<PaymentCause> = new Set([
  'paid',
  'trialBegan',
  'cancelled',
  'resumed',
  'planChanged',
])

const REFUSALS = { cancel: 'payment.nothing_to_cancel', resume: 'payment.not_cancelled' } as const

async function act(
  deps: Deps,
  actor: CoachActor,
  { action, cause, reason }: { action: PaymentAction; cause: 'cancelled' | 'resumed'; reason: string | null },
): Promise<PaymentState> {
  const now = deps.clock.now()
  const { provider } = deps.payments
  const state = await deps.db.transaction().execute(async (tx) => {
    const ledger = await openLedger(deps, tx, actor.coachId, now)
    const { status, periodEndsAt } = ledger.state
    const { paymentStatus } = effectivePayment(status, periodEndsAt, now, provider)
    const allowed = allowedPaymentActions(paymentStatus, periodEndsAt, now)
    if (!allowed.includes(action)) throw new Refusal(REFUSALS[action])
    const key = `${provider} ${deps.newId<PaymentEntryId>()}`
    return ledger.enter({ key, at: now, provider, fact: { cause }, reason })
  })
  deps.actors.forgetPractice(actor.coachId)
  return presentPayment(deps, state)
}
