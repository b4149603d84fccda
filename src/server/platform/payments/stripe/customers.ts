import type Stripe from 'stripe'
import type { Payer } from '../accounts.ts'
import { isCustomerGone, isKeptFailure } from './failures.ts'

/** How many keys are tried, where Stripe keeps a failure for one, or the customer that one made was deleted since. */
const KEYS = 5

/**
 * The customer of a coach. The key is the coach's, so that calls within a day make one; what may differ between them (a corrected
 * name or address) is written afterwards, because a key belongs to one body. For a day Stripe answers a key with the customer that
 * it made, also with one that somebody has deleted: then the next key makes another.
 */
export async function createCustomer(client: Stripe, payer: Payer, key = 1): Promise<string> {
  const id = await make(client, payer.coachId, key)
  if (id !== undefined && (await isThere(client, id, payer, key))) return id
  return createCustomer(client, payer, key + 1)
}

/** Writes who the customer is; false if the customer is gone, and there is another key. */
async function isThere(client: Stripe, id: string, payer: Payer, key: number): Promise<boolean> {
  try {
    await updateCustomer(client, id, payer)
    return true
  } catch (error) {
    if (key < KEYS && isCustomerGone(error)) return false
    throw error
  }
}

/** Writes name, address and language of a customer. */
export async function updateCustomer(
  client: Stripe,
  customer: string,
  { name, email, language }: Omit<Payer, 'coachId'>,
): Promise<void> {
  await client.customers.update(customer, { name, email, preferred_locales: [language] })
}

/** Deletes a customer, whose subscriptions end at once; one that is gone stays so. Charges and invoices stay in Stripe's books. */
export async function removeCustomer(client: Stripe, customer: string): Promise<void> {
  try {
    await client.customers.del(customer)
  } catch (error) {
    if (!isCustomerGone(error)) throw error
  }
}

/** Undefined for a failure that Stripe keeps for the key. */
async function make(client: Stripe, coachId: string, key: number): Promise<string | undefined> {
  try {
    const { id } = await client.customers.create(
      { metadata: { norte_coach: coachId } },
      { idempotencyKey: `customer-${coachId}-${key}` },
    )
    return id
  } catch (error) {
    if (key < KEYS && isKeptFailure(error)) return undefined
    throw error
  }
}
