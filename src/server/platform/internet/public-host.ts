import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** How addresses that come from people are reached; tests replace each part. */
export type PublicHostOptions = {
  /** The addresses of a host; by default from the machine's resolver. */
  resolve?: (host: string) => Promise<readonly LookupAddress[]>
  /** Whether an address may be reached; by default only the public internet. */
  mayReach?: (address: string) => boolean
}

/** Opens a request; by default over TLS. */
export type OpenRequest = (
  url: URL,
  options: RequestOptions,
  answered: (message: IncomingMessage) => void,
) => ClientRequest

/** `refused`: the host itself is an address that may not be reached. */
export type HostFailure = 'unreachable' | 'refused'

/**
 * The one address to connect to, so that a name cannot change between the check and the connection (SSRF). One forbidden
 * address rejects all, because no public host has such. A name of the internal network fails like one that does not
 * resolve, so that responses do not reveal which names exist.
 */
export async function publicAddressOf(
  { hostname }: URL,
  { resolve = (host) => lookup(host, { all: true }), mayReach = isPublicAddress }: PublicHostOptions,
): Promise<LookupAddress | HostFailure> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host)
  const [first] = addresses
  if (!first) return 'unreachable'
  if (!addresses.every(({ address }) => mayReach(address))) return family ? 'refused' : 'unreachable'
  return first
}

/** A lookup that always returns one address. */
export function pinned({ address, family }: LookupAddress) {
  return (
    _host: string,
    { all }: LookupOptions,
    answer: (error: null, address: string | LookupAddress[], family?: number) => void,
  ) => (all ? answer(null, [{ address, family }]) : answer(null, address, family))
}

/** Stops waiting for a promise that cannot be cancelled when its time is over. */
export function inTime<T>(work: Promise<T>, signal: AbortSignal, failure: () => Error): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, fail) => {
      const stop = () => fail(failure())
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
  ])
}
