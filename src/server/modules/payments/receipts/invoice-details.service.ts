import { InvoiceDetails, type InvoiceDetailsBody } from '#contract/payments/invoice-details.ts'
import type { Deps } from '../../../deps.ts'
import type { CoachActor } from '../../../policy/actor.ts'
import { type CoachScope, scopeOf } from '../../../policy/scope.ts'
import * as kept from './invoice-details.repository.ts'

type Shown = { details: InvoiceDetails | null }

/** GET: what the coach's receipts say of who pays; null until the coach says it. */
export async function getInvoiceDetails(deps: Deps, actor: CoachActor): Promise<Shown> {
  return { details: await invoiceDetailsOf(deps, scopeOf(actor)) }
}

/** PUT: keeps what the coach's receipts say of who pays, also of those of earlier payments; null removes it. */
export async function setInvoiceDetails(
  deps: Deps,
  actor: CoachActor,
  { details }: InvoiceDetailsBody,
): Promise<Shown> {
  const scope = scopeOf(actor)
  if (details === null) await kept.removeInvoiceDetails(deps.db, scope)
  else await kept.putInvoiceDetails(deps.db, scope, details, deps.clock.now())
  return { details }
}

/** What is kept; null without any, and for a code of a catalogue that this release does not know. */
export async function invoiceDetailsOf(deps: Deps, scope: CoachScope): Promise<InvoiceDetails | null> {
  return InvoiceDetails.safeParse(await kept.findInvoiceDetails(deps.db, scope)).data ?? null
}
