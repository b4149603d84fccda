import type { Deps } from '../../../deps.ts'
import type { CoachScope } from '../../../policy/scope.ts'
import { findCustomer } from './customers.repository.ts'
import { fromHeld } from './held.service.ts'
import { forgetIfGone } from './opening.service.ts'
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
