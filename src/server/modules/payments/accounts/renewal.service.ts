import type { UserId } from '#contract/values.ts'
import type { Deps } from '../../../deps.ts'
import { type CoachScope, scopeOfPractice } from '../../../policy/scope.ts'
import { findCustomer } from './customers.repository.ts'
import { fromHeld } from './held.service.ts'
import { forgetIfGone, orRefusal } from './opening.service.ts'
import { accountsOf, readAfterwards, readCustomer } from './reading.service.ts'

/**
 * Has no card of a coach charged again, after what the provider has of them now was read. What is paid runs on until its end.
 * @returns whether one would have been charged
 * @throws ProviderAway, ProviderRefusal where it was not done
 */
export async function stopRenewal(deps: Deps, scope: CoachScope): Promise<boolean> {
  const { provider, accounts } = deps.payments
  const held = () => findCustomer(deps.db, scope, provider)
  const known = accounts && (await held())
  if (!known) return false
  const { customer } = known
  try {
    await readCustomer(deps, customer)
    const { subscription } = fromHeld((await held())?.held)
    if (!subscription?.renews) return false
    await accountsOf(deps).setRenewal(customer, false)
    await readAfterwards(deps, customer)
    return true
  } catch (error) {
    // What is not there any more charges nothing.
    if (await forgetIfGone(deps, scope, error)) return false
    throw error
  }
}

/**
 * The same for somebody who waits for it.
 * @throws Refusal `payment.provider_away`, `payment.provider_refused` where a card would still be charged
 */
export async function endRenewal(deps: Deps, coachId: UserId): Promise<void> {
  if (deps.payments.accounts) await orRefusal(deps, () => stopRenewal(deps, scopeOfPractice(coachId)))
}

/**
 * Has the provider forget a coach: who they are, and how they paid. What was charged stays in the provider's own books.
 * @throws ProviderAway to be tried again
 */
export async function forgetPayer(deps: Deps, coachId: UserId): Promise<void> {
  const { provider, accounts } = deps.payments
  const known = accounts && (await findCustomer(deps.db, scopeOfPractice(coachId), provider))
  if (known) await accounts.removeCustomer(known.customer)
}
