import type Stripe from 'stripe'
import { inTime } from './deadline.ts'

/** How to reach Stripe. Without `apiUrl` it is the real one; tests have theirs on loopback. */
export type StripeConnection = {
  apiKey: string
  apiUrl?: string | undefined
  /** How long one attempt of a call may take. */
  timeoutMs?: number | undefined
}

/** The version of the API that this code reads. Webhooks of another version are fine: they only say that something changed. */
export const API_VERSION = '2026-10-28.endive'

const TIMEOUT_MS = 8_000

/** How often a call is tried again. */
const RETRIES = 1

/**
 * Loads the SDK, which takes a fifth of a second and 20 MB, and connects it. Nothing is sent yet.
 * @throws Error for an address without TLS that is not loopback: the key would be readable on the way.
 */
export async function connectStripe({ apiKey, apiUrl, timeoutMs }: StripeConnection): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  return new Sdk(apiKey, {
    apiVersion: API_VERSION,
    timeout: timeoutMs ?? TIMEOUT_MS,
    // Each retry of a write carries the key of its first attempt.
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: inTime(Sdk.createNodeHttpClient()),
    ...(apiUrl !== undefined && addressOf(apiUrl)),
  })
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname)))
    throw new Error('The address of Stripe needs https')
  const isTls = protocol === 'https:'
  return {
    protocol: isTls ? ('https' as const) : ('http' as const),
    host: hostname,
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
  }
}
