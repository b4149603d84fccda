import { isDeepStrictEqual } from 'node:util'
import { MINUTE_MS, epochMs } from '#time/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ProviderAway, ProviderRefusal, type RefusalReason } from '#contract/payments/provider-failures.ts'
import type { CoachActor } from '../../../policy/actor.ts'
import { type CoachScope, scopeOf } from '../../../policy/scope.ts'
import { Refusal } from '../../../refusal.ts'
import * as customers from './customers.repository.ts'
import { payerOf } from './payer.service.ts'
import { accountsOf, readCustomer } from './reading.service.ts'

/** Longer than a page takes to open, whose calls of the provider are waited for together: where a server was killed meanwhile. */
const OPENING_MS = MINUTE_MS

/** The customer that the coach is at the provider, made at their first payment. @throws ProviderAway, Refusal */
export async function customerOf(deps: Deps, actor: CoachActor): Promise<string> {
  const scope = scopeOf(actor)
  const { provider } = deps.payments
  const known = await customers.findCustomer(deps.db, scope, provider)
  if (known) return known.customer
  const payer = await payerOf(deps, scope)
  const customer = await accountsOf(deps).createCustomer(payer)
  await customers.putCustomer(deps.db, scope, { provider, customer })
  // Who changed their name meanwhile was not a customer yet.
  const now = await payerOf(deps, scope)
  if (!isDeepStrictEqual(now, payer)) await accountsOf(deps).updateCustomer(customer, now)
  return customer
}

/**
 * Runs `open` for one tab at a time, after what was paid until now has been read: two tabs that pay at once pay once.
 * @throws Refusal `payment.opening` while another tab does the same, `payment.provider_away`
 */
export async function whileNobodyElse<T>(
  deps: Deps,
  actor: CoachActor,
  open: (customer: string) => Promise<T>,
): Promise<T> {
  return orRefusal(deps, async () => {
    const scope = scopeOf(actor)
    const customer = await customerOf(deps, actor)
    const now = deps.clock.now()
    const until = epochMs(now + OPENING_MS)
    if (!(await customers.beginOpening(deps.db, scope, { now, until }))) {
      throw new Refusal('payment.opening')
    }
    try {
      await readCustomer(deps, customer)
      return await open(customer)
    } catch (error) {
      await forgetIfGone(deps, scope, error)
      throw error
    } finally {
      await customers.endOpening(deps.db, scope, until)
    }
  })
}

/** Forgets the customer that the coach was, if the provider has said that it is not there any more: the next payment makes another. */
export async function forgetIfGone(deps: Deps, scope: CoachScope, error: unknown): Promise<boolean> {
  const isGone = error instanceof ProviderRefusal && error.reason === 'customerGone'
  if (isGone) await customers.removeCustomer(deps.db, scope)
  return isGone
}

const REFUSALS: Record<RefusalReason, ErrorCode> = {
  cardDeclined: 'payment.card_declined',
  subscriptionRuns: 'payment.already_active',
  checkoutCompleted: 'payment.already_active',
  // The next attempt makes another one.
  customerGone: 'payment.provider_away',
  // Nobody is charged what was not shown; the operator is told what to do.
  priceDiffers: 'payment.provider_away',
  other: 'payment.provider_refused',
}

/**
 * Runs what asks the provider, for as long as somebody waits for it. @throws Refusal `payment.provider_away` where it does not answer, and nothing was done;
 * `payment.provider_refused` where it refuses, as a bank does with a card
 */
export async function orRefusal<T>(deps: Deps, attempt: () => Promise<T>): Promise<T> {
  try {
    return await accountsOf(deps).inTime(attempt)
  } catch (error) {
    if (error instanceof ProviderAway) deps.log.warn({ err: error }, 'payment provider away')
    else if (error instanceof ProviderRefusal && error.reason === 'priceDiffers')
      deps.log.error(
        { err: error },
        'the payment provider has other prices than the settings: nobody can pay',
      )
    else if (error instanceof ProviderRefusal)
      deps.log.warn({ err: error }, 'refused by the payment provider')
    else throw error
    throw new Refusal(error instanceof ProviderAway ? 'payment.provider_away' : REFUSALS[error.reason])
  }
}
