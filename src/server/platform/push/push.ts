import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import webPush from 'web-push'
import { type Clock, type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'
import { isPublicAddress } from '#server/platform/internet/public-address.ts'
import {
  type OpenRequest,
  type PublicHostOptions,
  inTime,
  pinned,
  publicAddressOf,
} from '#server/platform/internet/public-host.ts'
import { isPointOfCurve, type VapidKeys } from './vapid.ts'
import { PushFailure, PushRefused } from './push-failures.ts'

/** Where and for whom a browser takes pushes, as it gave it to the page (W3C Push API). */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

export type PushOptions = {
  /** How long the push service keeps it for a browser that is away. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** A newer push of the same topic replaces one that still waits; at most 32 letters of base64url. */
  topic: string
}

export type Push = {
  /** What browsers subscribe with. */
  publicKey: string
  /** Whether pushes could be sent there: an https address outside the internal network, and keys that encrypt. */
  accepts(subscription: PushSubscription): boolean
  /**
   * Encrypts a payload (RFC 8291) and hands it to the push service, which knows us by our key (RFC 8292). `gone`: the
   * subscription has ended, and is of no use any more.
   * @throws PushFailure when it may succeed later, PushRefused for what no repetition mends
   */
  send(subscription: PushSubscription, payload: string, options: PushOptions): Promise<'sent' | 'gone'>
}

type Options = PublicHostOptions & {
  keys: VapidKeys
  /** Whom the operators of push services may write to: mailto: or https: (RFC 8292 §2.1). */
  subject: string
  clock: Clock
  request?: OpenRequest
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const SECOND_MS = 1000
const MOST_PATIENCE_MS = HOUR_MS

/** Sends web pushes; redirects are not followed, and only the public internet is reached. */
export function createPush(options: Options): Push {
  const { keys, subject, clock, request = httpsRequest, timeoutMs = TIMEOUT_MS } = options
  const { mayReach = isPublicAddress } = options
  // What a push service asked for with Retry-After holds for all its subscriptions.
  const pausedUntil = new Map<string, EpochMs>()

  async function post(
    url: URL,
    subscription: PushSubscription,
    payload: string,
    how: PushOptions,
  ): Promise<{ status: number; retryAfter?: string | undefined }> {
    const details = encrypted(subscription, payload, how)
    const signal = AbortSignal.timeout(timeoutMs)
    const tooSlow = () => new PushFailure('push service too slow')
    // A resolver that fails or hangs may answer later.
    const found = publicAddressOf(url, options).catch(() => 'unreachable' as const)
    const address = await inTime(found, signal, tooSlow)
    if (typeof address === 'string') throw new PushFailure('push service not found')
    const { method, body } = details
    const headers = details.headers as Record<string, string>
    const asked = new Promise<IncomingMessage>((answer, fail) => {
      const sending = request(url, { method, headers, signal, agent: false, lookup: pinned(address) }, answer)
      sending.on('error', () => fail(new PushFailure('push service not reached')))
      sending.end(body)
    })
    const message = await inTime(asked, signal, tooSlow)
    // Nothing of its text is used.
    message.destroy()
    return { status: message.statusCode ?? 0, retryAfter: message.headers['retry-after'] }
  }

  function encrypted({ endpoint, p256dh, auth }: PushSubscription, payload: string, how: PushOptions) {
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
        TTL: how.ttlSeconds,
        urgency: how.urgency,
        topic: how.topic,
        contentEncoding: 'aes128gcm',
      })
    } catch (error) {
      throw new PushRefused('push not encrypted', { cause: error })
    }
  }

  return {
    publicKey: keys.publicKey,
    accepts: ({ endpoint, p256dh, auth }) =>
      acceptable(endpoint, mayReach) !== undefined &&
      isPointOfCurve(p256dh) &&
      Buffer.from(auth, 'base64url').length === 16,
    async send(subscription, payload, how) {
      const url = acceptable(subscription.endpoint, mayReach)
      if (!url) return 'gone'
      const now = clock.now()
      if (now < (pausedUntil.get(url.origin) ?? 0)) throw new PushFailure('push service asked to wait')
      pausedUntil.delete(url.origin)
      const { status, retryAfter } = await post(url, subscription, payload, how)
      if (status >= 200 && status < 300) return 'sent'
      if (status === 404 || status === 410) return 'gone'
      if (status === 429 || status >= 500) {
        const pauseMs = retryAfterMs(retryAfter)
        if (pauseMs > 0) {
          for (const [origin, until] of pausedUntil) if (until <= now) pausedUntil.delete(origin)
          pausedUntil.set(url.origin, epochMs(now + pauseMs))
        }
        throw new PushFailure(`push service answered ${status}`)
      }
      // Too large, or not understood: the same again would be refused again.
      throw new PushRefused(`push service refused: ${status}`)
    },
  }
}

/** Only https, without a user, on the default port or a high one, and no address of an internal network. */
function acceptable(endpoint: string, mayReach: (address: string) => boolean): URL | undefined {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !mayReach(host)) return undefined
  return url.port === '' || Number(url.port) >= 1024 ? url : undefined
}

/** The seconds of a Retry-After; dates are rare among push services, and count as none. */
function retryAfterMs(value: string | undefined): number {
  if (value === undefined || !/^\d{1,6}$/.test(value)) return 0
  return Math.min(Number(value) * SECOND_MS, MOST_PATIENCE_MS)
}
