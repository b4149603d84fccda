import type { StripeApp } from '#test/support/payments/stripe-app.ts'

/** What only a provider with accounts can do: it tells of a payment, and has a page for the card. */
export async function callStripe(world: StripeApp): Promise<void> {
  const coach = await world.unpaid()
  await world.subscribe(coach)
  const event = JSON.stringify(world.stripe.webhooks.waiting().at(-1))
  const [[secret = ''] = []] = world.stripe.world.secrets.values()
  await world.app.send({
    method: 'POST',
    url: '/v1/payment/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': world.stripe.sign(event, secret) },
    body: Buffer.from(event),
  })
  await world.app.call('POST /v1/payment/portal', {}, coach.token)
}
