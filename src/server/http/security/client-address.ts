import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/config.ts'

/** Whether a hop may name the previous address in X-Forwarded-For; the hop nearest to us is number 0. */
export type TrustsHop = (address: string, hop: number) => boolean

/** The setting TRUST_PROXY as the function that Fastify and the sockets need. */
export function trustOf(setting: Config['trustProxy']): TrustsHop {
  if (setting === false) return () => false
  return typeof setting === 'number' ? (_address, hop) => hop < setting : proxyAddr.compile(setting)
}

/** The key of requests whose connection is gone, or whose proxy names no address: they share one budget. */
export const NO_ADDRESS = 'none'

const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i

/**
 * The key that every limit counts by: an IPv4 address, also written as IPv6 (`::ffff:192.0.2.1`), and for IPv6 the
 * network of 64 bits, which belongs to one customer (RFC 6177 §2). Anything else counts as `NO_ADDRESS`.
 */
export function limitKey(address: string | undefined): string {
  const [, inBrackets, beforePort] = WITH_PORT.exec(address ?? '') ?? []
  const bare = inBrackets ?? beforePort ?? address ?? ''
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return NO_ADDRESS
  const known = ipaddr.process(bare)
  if (known instanceof ipaddr.IPv4) return known.toString()
  const network = known.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** The key of a request's sender: the other end of the connection, or the address that trusted proxies name. */
export function limitKeyOf(request: IncomingMessage, trusts: TrustsHop): string {
  return limitKey(proxyAddr(request, trusts))
}
