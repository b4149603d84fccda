// Sets up the account at Stripe with which coaches pay (product §5): the prices of the plans, as the settings say, and, if it is
// asked for, the endpoint of webhooks. It says what it did; done again, it does nothing. Norte keeps running meanwhile.
//
//   node scripts/operator/stripe.ts
//   node scripts/operator/stripe.ts --webhooks
import { parseArgs } from 'node:util'
import { parseConfig } from '#server/config.ts'
import { ProviderAway, ProviderRefusal } from '#contract/payments/provider-failures.ts'
import { connectStripe } from '#server/platform/payments/stripe/client.ts'
import { asking } from '#server/platform/payments/stripe/failures.ts'
import { EVENT_TYPES } from '#server/platform/payments/stripe/notices.ts'
import { PRICE_KEYS } from '#server/platform/payments/stripe/prices.ts'
import {
  type EndpointReport,
  type PriceReport,
  WEBHOOK_PATH,
  setUpEndpoint,
  setUpPrices,
} from '#server/platform/payments/stripe/set-up.ts'
import { fail } from '../setup/project.mjs'

const makesEndpoint = asked()
// Its last line tells the secret of the webhooks, without which Norte itself does not start.
const settings = parseConfig(process.env, [], { withoutWebhooks: true })
if (settings.problems) fail(...settings.problems.map(({ name, rule }) => `${name}: ${rule}`))
const { stripe, plans, publicUrl } = settings.config
if (!stripe) fail('STRIPE_SECRET_KEY is not set')

const client = await connectStripe(stripe)
const address = `${publicUrl}${WEBHOOK_PATH}`
try {
  for (const report of await asking(() => setUpPrices(client, PRICE_KEYS, plans)))
    console.log(priceLine(report))
  const lines = makesEndpoint
    ? endpointLines(await asking(() => setUpEndpoint(client, address)))
    : [
        `Webhooks belong to ${address}, with these events; --webhooks sets the endpoint up:`,
        ...EVENT_TYPES.map((type) => `  ${type}`),
      ]
  for (const line of lines) console.log(line)
} catch (error) {
  if (!(error instanceof ProviderAway) && !(error instanceof ProviderRefusal)) throw error
  fail(error.message)
}

function asked(): boolean {
  try {
    return parseArgs({ options: { webhooks: { type: 'boolean' } } }).values.webhooks ?? false
  } catch {
    return fail('Usage: node scripts/operator/stripe.ts [--webhooks]')
  }
}

function priceLine(report: PriceReport): string {
  const inUnits = (minor: number) => `${(minor / 100).toFixed(2)} ${report.currency}`
  const price = `${report.key}: ${inUnits(report.minor)}`
  if (report.did !== 'moved') return `${price}, ${report.did === 'made' ? 'made' : 'as it was'}`
  return `${price}, moved from ${inUnits(report.was)}; who subscribed keeps that price`
}

function endpointLines(report: EndpointReport): string[] {
  const { url } = report
  if (report.did === 'made')
    return [
      `${url}: the endpoint is made. Its secret is not shown again:`,
      `STRIPE_WEBHOOK_SECRETS=${report.secret}`,
    ]
  const state = report.did === 'kept' ? 'is there, as it was' : 'was there, and hears what Norte needs now'
  return [`${url}: the endpoint ${state}`]
}
