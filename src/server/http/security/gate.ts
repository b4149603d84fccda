import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/refusal.ts'
import { limitKeyOf, trustOf, type TrustsHop } from './client-address.ts'
import { createRequestLimiter } from './request-limiter.ts'

/** Why a request is turned away at the door, and after how many seconds it may come again. */
export type TurnedAway = { code: ErrorCode; retryAfter?: number }

/** What stands before everything else: calls, screens, files, unknown paths and the socket alike. */
export type Gate = {
  trusts: TrustsHop
  /** What limits count the sender of a request by. */
  keyOf(request: IncomingMessage): string
  /** Counts a request and looks at what any handler would trip over; undefined lets it in. */
  check(request: IncomingMessage): TurnedAway | undefined
  /** Counts one of the calls that have a budget of their own. */
  checkCall(request: IncomingMessage, call: string, perMinute: number): TurnedAway | undefined
  /** Counts what comes over the connection that a request opened like requests; false once too much came. */
  messageCounter(request: IncomingMessage): () => boolean
}

/** The gate of one server. It asks neither database nor network, so a flood that it stops costs next to nothing. */
export function createGate({ config, clock }: Pick<Deps, 'config' | 'clock'>): Gate {
  const limiter = createRequestLimiter(clock)
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
      // Later the request may have no address any more: a socket outlives the polling it began with.
      const key = keyOf(request)
      return () => take(key, config.requestsPerMinute) === undefined
    },
  }
}

/** The refusal of a request that is turned away; the answer says when it may come again. */
export function refusalOf({ code, retryAfter }: TurnedAway, reply: FastifyReply): Refusal {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return new Refusal(code)
}

// A name or address and a port, and nothing that another reader could take for more of a link (RFC 3986 §3.2).
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** RFC 9112 §3.2. Of two, Node reads the first and a proxy may read the other: each would serve another site. */
function hasGoodHost({ rawHeaders, httpVersionMinor, headers }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length === 0) return httpVersionMinor === 0
  return hosts.length === 1 && HOST.test(headers.host ?? '')
}
