import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/refusal.ts'
import { limitKeyOf, trustOf, type TrustsHop } from './client-address.ts'

/** Why a request is refused early, and after how many seconds it may be repeated. */
export type TurnedAway = { code: ErrorCode; retryAfter?: number }

/** The checks before everything else: calls, screens, files, unknown paths and the socket alike. */
export type Gate = {
  trusts: TrustsHop
  /** The key that limits count the sender of a request by. */
  keyOf(request: IncomingMessage): string
  /** Counts a request and checks what every handler relies on; undefined if it is allowed. */
  check(request: IncomingMessage): TurnedAway | undefined
  /** Counts a call with a separate budget. */
  checkCall(request: IncomingMessage, call: string, perMinute: number): TurnedAway | undefined
  /** Counts messages over the connection that a request opened like requests; false once there are too many. */
  messageCounter(request: IncomingMessage): () => boolean
}

/** The gate of one server. It uses neither database nor network, so that refusing a flood of requests is cheap. */
export function createGate({ config, limiter, metrics }: Pick<Deps, 'config' | 'limiter' | 'metrics'>): Gate {
  const trusts = trustOf(config.trustProxy)
  const keyOf = (request: IncomingMessage) => limitKeyOf(request, trusts)
  const take = (key: string, most: number): TurnedAway | undefined => {
    const retryAfter = limiter.take(key, most)
    return retryAfter === undefined ? undefined : { code: 'request.too_many', retryAfter }
  }
  return {
    trusts,
    keyOf,
    check(request) {
      const refused = take(keyOf(request), config.requestsPerMinute)
      if (refused) return refused
      return hasGoodHost(request) ? undefined : { code: 'request.malformed' }
    },
    checkCall: (request, call, perMinute) => take(`${keyOf(request)} ${call}`, perMinute),
    messageCounter(request) {
      // Read it now: a socket outlives the polling request it began with, which then has no address.
      const key = keyOf(request)
      return () => {
        const refused = take(key, config.requestsPerMinute) !== undefined
        if (refused) metrics.limited()
        return !refused
      }
    },
  }
}

/** The refusal of a request; the response says when to retry. */
export function refusalOf({ code, retryAfter }: TurnedAway, reply: FastifyReply): Refusal {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return new Refusal(code)
}

// A name or address and a port, and nothing that another parser could read as more of a URL (RFC 3986 §3.2).
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/**
 * RFC 9112 §3.2. Of two, Node reads the first and a proxy may read the other, so that they would disagree on the site.
 */
function hasGoodHost({ rawHeaders, httpVersionMinor, headers }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length === 0) return httpVersionMinor === 0
  return hosts.length === 1 && HOST.test(headers.host ?? '')
}
