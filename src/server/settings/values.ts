import { z } from 'zod'
import { vapidKeysOf } from '../platform/push/vapid.ts'

/**
 * How the text of an environment variable becomes a value. `rule` names the sentence of the cli locale file that says
 * what is expected; `params` fills it.
 */
export type Value<T> = {
  schema: z.ZodType<T, string>
  rule: string
  params?: Record<string, string | number>
}

export function integer(min: number, max: number): Value<number> {
  const schema = z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
  return { schema, rule: 'integer', params: { min, max } }
}

export function choice<const C extends string>(choices: readonly C[]): Value<C> {
  return { schema: z.enum(choices), rule: 'choice', params: { choices: choices.join(', ') } }
}

/** A comma-separated list without duplicates, at least one entry. */
export function choices<const C extends string>(names: readonly C[]): Value<C[]> {
  const schema = commaList.pipe(z.array(z.enum(names)).min(1))
  return { schema, rule: 'choices', params: { choices: names.join(', ') } }
}

export function yesNo(): Value<boolean> {
  return { schema: z.enum(['yes', 'no']).transform((text) => text === 'yes'), rule: 'yes_no' }
}

export function text(max: number): Value<string> {
  return { schema: z.string().max(max).regex(NO_CONTROL), rule: 'text', params: { max } }
}

export function folder(): Value<string> {
  return { schema: z.string().regex(NO_CONTROL), rule: 'folder' }
}

export function host(): Value<string> {
  return { schema: z.union([z.ipv4(), z.ipv6(), z.hostname()]), rule: 'host' }
}

/** An http(s) address without path, query, or credentials; the trailing slash is dropped. */
export function webOrigin(): Value<string> {
  const schema = z
    .string()
    .refine((text) => {
      const u = parseUrl(text, ['http:', 'https:'])
      return u && u.pathname === '/' && !u.search && !u.hash && !u.username && !u.password
    })
    .transform((text) => new URL(text).origin)
  return { schema, rule: 'web_origin' }
}

/** An OpenID Connect issuer: https, or http on this machine only; kept unchanged, because it is compared exactly. */
export function issuer(): Value<string> {
  const schema = z.string().refine((text) => {
    const u = parseUrl(text, ['http:', 'https:'])
    if (!u || u.search || u.hash || u.username || u.password) return false
    return u.protocol === 'https:' || isLoopback(text)
  })
  return { schema, rule: 'issuer' }
}

/** The address of another service, without path or credentials: https, or http on this machine only. */
export function serviceOrigin(): Value<string> {
  const schema = webOrigin().schema.refine((text) => text.startsWith('https:') || isLoopback(text))
  return { schema, rule: 'service_origin' }
}

/** STUN or TURN servers (RFC 7064, RFC 7065), separated by commas: `turn:turn.example.org:3478?transport=tcp`. */
export function iceUrls(schemes: readonly string[]): Value<string[]> {
  const address = /^[a-z]+:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i
  const one = z
    .string()
    .refine((text) => address.test(text) && schemes.some((scheme) => text.startsWith(scheme)))
  return {
    schema: commaList.pipe(z.array(one).min(1).max(8)),
    rule: 'ice_urls',
    params: { schemes: schemes.join(', ') },
  }
}

/** Where the interface of an SFU answers: a WebSocket address without credentials. */
export function socketUrl(): Value<string> {
  const schema = z.string().refine((text) => {
    const u = parseUrl(text, ['ws:', 'wss:'])
    return u && !u.search && !u.hash && !u.username && !u.password
  })
  return { schema, rule: 'socket_url' }
}

/** Whether an address points to this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}

/**
 * A connection address, kept unchanged because the client library parses it. The host may be in a `host` parameter
 * instead, as in addresses of a unix socket (`postgres://norte@/norte?host=/run/postgresql`).
 */
export function connection(protocols: string[], rule: string): Value<string> {
  const schema = z.string().refine((text) => {
    const host = /[?&]host=[^&]/.test(text)
    const parsed = parseUrl(host ? text.replace('@/', '@host/') : text, protocols)
    return Boolean(parsed && (parsed.hostname || host))
  })
  return { schema, rule }
}

export function email(): Value<string> {
  return { schema: z.email(), rule: 'email' }
}

/** `ana@example.org` or `Ana <ana@example.org>`. */
export function mailbox(): Value<string> {
  const schema = z
    .string()
    .max(200)
    .regex(NO_CONTROL)
    .refine((text) => z.email().safeParse(/^[^<>"]*<([^<>]+)>$/.exec(text)?.[1] ?? text).success)
  return { schema, rule: 'mailbox' }
}

/**
 * Which proxies may name the caller's address in X-Forwarded-For: `no`, a number of hops, or a list of addresses and
 * networks. "All" is not possible: any caller could choose its address (ASVS 4.1.3).
 */
export function proxies(): Value<false | number | string[]> {
  const names = z.enum(['loopback', 'linklocal', 'uniquelocal'])
  const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), names])
  const hops = z
    .string()
    .regex(/^[1-9]$/)
    .transform(Number)
  const schema = z.union([
    z.literal('no').transform(() => false as const),
    hops,
    commaList.pipe(z.array(address)),
  ])
  return { schema, rule: 'proxies' }
}

/** A secret that cannot be guessed: refuses short ones, repetitive ones and placeholders. */
export function strongSecret(): Value<string> {
  const schema = z
    .string()
    .min(32)
    .max(1000)
    .refine((secret) => new Set(secret).size >= 10 && !/^(.+)\1+$/s.test(secret) && !PLACEHOLDER.test(secret))
  return { schema, rule: 'strong_secret' }
}

/** A secret or restricted key of Stripe. A publishable one (`pk_…`) may do nothing that Norte needs. */
export function stripeKey(): Value<string> {
  return { schema: z.string().regex(/^[sr]k_(?:test|live)_\w{8,250}$/), rule: 'stripe_key' }
}

/** The signing secrets of a webhook endpoint, separated by a comma. */
export function webhookSecrets(): Value<string[]> {
  const one = z.string().regex(/^whsec_[\w+/=]{8,250}$/)
  return { schema: commaList.pipe(z.array(one).min(1).max(2)), rule: 'webhook_secrets' }
}

/** The private key of web push: 32 bytes in base64url that are a key of the curve P-256. */
export function vapidKey(): Value<string> {
  return { schema: z.string().refine((key) => vapidKeysOf(key) !== undefined), rule: 'vapid_key' }
}

const PLACEHOLDER = /secret|password|change|example|replace|12345678|abcdefgh/i

const NO_CONTROL = /^[^\p{Cc}]*$/u

const commaList = z.string().transform((text) => [...new Set(text.split(',').map((part) => part.trim()))])

function parseUrl(text: string, protocols: string[]): URL | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  return parsed && protocols.includes(parsed.protocol) ? parsed : undefined
}
