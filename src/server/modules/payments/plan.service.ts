import {
  type CancelPlan,
  LEDGER_LINES,
  type PaymentCause,
  type PaymentLine,
  type PaymentState,
} from '#contract/payments.ts'
import { ProviderRefusal } from '#contract/payments/provider-failures.ts'
import { type PaymentEntryId, toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { putCancelReason, removeCancelReason } from './accounts/customers.repository.ts'
import { customerOf, forgetIfGone, orRefusal } from './accounts/opening.service.ts'
import { accountsOf, readAfterwards } from './accounts/reading.service.ts'
import { historyOf, inOrder } from './ledger/ledger.domain.ts'
import { listLines, openLedger } from './ledger/ledger.service.ts'
import { isReceipted } from './receipts/receipt.domain.ts'
import { getMyPayment } from './payments.service.ts'
import { requireAction, standingOf } from './standing.service.ts'

/** GET: what happened to the coach's own payment, the last first, each with the payment afterwards. */
export async function getLedger(deps: Deps, actor: CoachActor): Promise<{ data: PaymentLine[] }> {
  const history = historyOf(await listLines(deps.db, scopeOf(actor)), LEDGER_LINES)
  return {
    data: history.toReversed().map(({ entry: { id, at, fact, method, amount }, after }) => ({
      id,
      hasReceipt: isReceipted({ fact, amount }),
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

type Change = { action: 'cancel' | 'resume'; cause: 'cancelled' | 'resumed'; reason: string | null }

/** A subscription is ended or kept at the provider, and read from there; anything else is a line of the ledger. */
async function act(deps: Deps, actor: CoachActor, change: Change): Promise<PaymentState> {
  const { subscription } = await standingOf(deps, deps.db, scopeOf(actor))
  const isTheirs =
    subscription !== null &&
    (change.action === 'resume' ? await wasCancelledThere(deps, actor) : subscription.renews)
  await (isTheirs ? actAtProvider(deps, actor, change) : note(deps, actor, change))
  return getMyPayment(deps, actor)
}

/** Whether the last cancellation is one of the provider's: one that Norte noted is taken back here, and switches no card on again. */
async function wasCancelledThere(deps: Deps, actor: CoachActor): Promise<boolean> {
  const lines = inOrder(await listLines(deps.db, scopeOf(actor)))
  const last = lines.findLast(({ fact }) => fact.cause === 'cancelled')
  return last !== undefined && !last.key.startsWith(notedAt(deps))
}

/** How the keys of lines begin that Norte noted for a coach. */
const notedAt = ({ payments: { provider } }: Deps) => `${provider} `

async function actAtProvider(deps: Deps, actor: CoachActor, { action, reason }: Change): Promise<void> {
  const scope = scopeOf(actor)
  await requireAction(deps, scope, action)
  await orRefusal(deps, async () => {
    const customer = await customerOf(deps, actor)
    const askedAt = deps.clock.now()
    if (action === 'cancel') await putCancelReason(deps.db, scope, reason, askedAt)
    try {
      await accountsOf(deps)
        .setRenewal(customer, action === 'resume')
        .catch(async (error: unknown) => {
          // One that is away may have cancelled all the same, and a refusal says that nothing was.
          if (error instanceof ProviderRefusal) await removeCancelReason(deps.db, scope, askedAt)
          throw error
        })
      await readAfterwards(deps, customer)
    } catch (error) {
      const isGone = await forgetIfGone(deps, scope, error)
      // What is not there any more charges nothing.
      if (!isGone || action === 'resume') throw error
      deps.actors.forgetPractice(actor.coachId)
    }
  })
}

async function note(deps: Deps, actor: CoachActor, { action, cause, reason }: Change): Promise<void> {
  const now = deps.clock.now()
  const { provider } = deps.payments
  await deps.db.transaction().execute(async (tx) => {
    const ledger = await openLedger(deps, tx, actor.coachId, now, actor.userId)
    await requireAction(deps, scopeOf(actor), action, tx)
    const key = `${notedAt(deps)}${deps.newId<PaymentEntryId>()}`
    await ledger.enter({ key, at: now, provider, fact: { cause }, reason })
  })
  deps.actors.forgetPractice(actor.coachId)
}
