import type Stripe from 'stripe'
import type { Payer } from '../accounts.ts'
import { isKeptFailure } from './failures.ts'

/**
 * The customer of a coach. The key is the coach's, so that calls within a day make one; what may differ between them (a corrected
 * name or address) is written afterwards, because a key belongs to one body.
 */
export async function createCustomer(client: Stripe, payer: Payer): Promise<string> {
  const { id } = await make(client, payer.coachId)
  await updateCustomer(client, id, payer)
  return id
}

/** Writes name, address and language of a customer. */
export async function updateCustomer(
  client: Stripe,
  customer: string,
  { name, email, language }: Omit<Payer, 'coachId'>,
): Promise<void> {
  await client.customers.update(customer, { name, email, preferred_locales: [language] })
}

/** How often a failure that Stripe keeps for a key leads to the next key. */
const KEYS = 3

async function make(client: Stripe, coachId: string, key = 1): Promise<Stripe.Customer> {
  try {
    return await client.customers.create(
      { metadata: { norte_coach: coachId } },
      { idempotencyKey: `customer-${coachId}-${key}` },
    )
  } catch (error) {
    if (key < KEYS && isKeptFailure(error)) return make(client, coachId, key + 1)
    throw error
  }
}
