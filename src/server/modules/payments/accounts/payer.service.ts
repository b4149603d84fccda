import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { ProviderRefusal } from '#contract/payments/provider-failures.ts'
import { UserId } from '#contract/values.ts'
import { changeTimers } from '#server/events/timers.ts'
import type { DB } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { type CoachScope, scopeOfPractice } from '../../../policy/scope.ts'
import { findPayer } from '../payments.repository.ts'
import { findCustomer } from './customers.repository.ts'
import { accountsOf } from './reading.service.ts'

/** Who pays, as the provider knows them. */
export async function payerOf(deps: Deps, scope: CoachScope) {
  const { name, lastName, email, language } = await findPayer(deps.db, scope)
  return { coachId: scope.coachId, name: `${name} ${lastName}`, email, language }
}

/**
 * Has the provider told of a person's new name, address or language, if they are its customer: in a job, because a provider that
 * does not answer must not keep them from changing it.
 */
export async function tellOfPayerLater(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  const { accounts, provider } = deps.payments
  if (!accounts || !(await findCustomer(tx, scopeOfPractice(userId), provider))) return
  const command = { type: 'payment.tellPayer' as const, coachId: userId }
  // Set again where one is waiting: one that runs at this moment waits for this change.
  await changeTimers(tx, [
    { kind: 'set', key: `payment.tellPayer:${userId}`, dueAt: deps.clock.now(), command },
  ])
}

const PayerJob = z.object({ payer: UserId })

/** Tells the provider who a customer is now. @throws ProviderAway to be tried again */
export async function tellOfPayer(deps: Deps, data: object): Promise<void> {
  const { provider, accounts } = deps.payments
  // Another provider may be configured since the job was made.
  if (!accounts) return
  const scope = scopeOfPractice(PayerJob.parse(data).payer)
  const known = await findCustomer(deps.db, scope, provider)
  if (!known) return
  let payer = await payerOf(deps, scope)
  for (;;) {
    try {
      await accountsOf(deps).updateCustomer(known.customer, payer)
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      // As for a customer who was deleted there: asked again, it would refuse again.
      return deps.log.warn({ err: error }, 'the payment provider does not take who pays')
    }
    // A later change may have reached it from another job before this one was done.
    const now = await payerOf(deps, scope)
    if (isDeepStrictEqual(now, payer)) return
    payer = now
  }
}
