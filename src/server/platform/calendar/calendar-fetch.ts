import { type LookupAddress, type LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isPublicAddress } from './public-address.ts'

/** Why an address could not be read. */
export type FetchFailure = 'unreachable' | 'refused' | 'too_large' | 'not_calendar' | 'too_many_redirects'

/** Reads a calendar file from an address that a person typed in. */
export type CalendarFetch = {
  /** The address in its stored form: https, also for webcal; undefined for an invalid one. */
  accept(address: string): string | undefined
  read(address: string): Promise<{ text: string } | { failure: FetchFailure }>
}

export type CalendarFetchOptions = {
  /** The addresses of a host; by default from the machine's resolver. */
  resolve?: (host: string) => Promise<readonly LookupAddress[]>
  /** Whether an address may be reached; by default only the public internet. */
  mayReach?: (address: string) => boolean
  /** Opens a request; by default over TLS. */
  request?: (url: URL, options: RequestOptions, answered: (message: IncomingMessage) => void) => ClientRequest
  /** The limit for everything, redirects included. */
  timeoutMs?: number
}

const MOST_BYTES = 2 * 1024 * 1024
const MOST_REDIRECTS = 3
const TIMEOUT_MS = 10_000

class Failed extends Error {
  readonly failure: FetchFailure
  constructor(failure: FetchFailure) {
    super(failure)
    this.failure = failure
  }
}

/**
 * A fetch that cannot be used to attack the network it runs in (SSRF): only https, every address of the host public,
 * the connection made to a checked address (so that a name cannot change in between), each redirect checked like the
 * first address, and everything bounded in time and in size after decompression.
 */
export function createCalendarFetch(options: CalendarFetchOptions = {}): CalendarFetch {
  const {
    resolve = (host: string) => lookup(host, { all: true }),
    mayReach = isPublicAddress,
    request = httpsRequest,
    timeoutMs = TIMEOUT_MS,
  } = options

  /** The one address to connect to. One forbidden address rejects all, because no public host has such. */
  async function addressOf({ hostname }: URL): Promise<LookupAddress> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const family = isIP(host)
    const addresses = family ? [{ address: host, family }] : await resolve(host)
    if (addresses.length === 0) throw new Failed('unreachable')
    // A name of the internal network fails like one that does not resolve, so that responses do not reveal which names
    // exist.
    if (!addresses.every(({ address }) => mayReach(address)))
      throw new Failed(family ? 'refused' : 'unreachable')
    return addresses[0]!
  }

  async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const address = await addressOf(url)
    return new Promise((answer, fail) => {
      const headers = {
        'accept': 'text/calendar, */*;q=0.1',
        'accept-encoding': 'gzip',
        'user-agent': 'Norte',
      }
      // A new connection each time: a kept one goes to an address that is not checked again.
      const settings = { headers, signal, agent: false, lookup: pinned(address) }
      const asked = request(url, settings as RequestOptions, answer)
      asked.on('error', fail)
      asked.end()
    })
  }

  async function follow(address: string, signal: AbortSignal): Promise<string> {
    let url = readable(address)
    for (let redirects = 0; ; redirects += 1) {
      if (!url) throw new Failed('refused')
      const message = await open(url, signal)
      const status = message.statusCode ?? 0
      const { location } = message.headers
      if (status >= 300 && status < 400 && location !== undefined) {
        message.destroy()
        if (redirects === MOST_REDIRECTS) throw new Failed('too_many_redirects')
        url = readable(location, url)
        continue
      }
      if (status !== 200) {
        message.destroy()
        throw new Failed('unreachable')
      }
      return textOf(message)
    }
  }

  return {
    accept: (address) => readable(address)?.href,
    async read(address) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        // A server that answers with a status such as 101 triggers neither event; then the time limit applies.
        return { text: await inTime(follow(address, signal), signal) }
      } catch (error) {
        return { failure: error instanceof Failed ? error.failure : 'unreachable' }
      }
    },
  }
}

/**
 * The address if it is acceptable: https, or webcal instead of it, without a user, on the default port or a high one.
 */
function readable(address: string, base?: URL): URL | undefined {
  const url = URL.parse(address.replace(/^webcals?:/i, 'https:'), base)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.port === '' || Number(url.port) >= 1024 ? url : undefined
}

/** A lookup that always returns one address. */
function pinned({ address, family }: LookupAddress) {
  return (
    _host: string,
    { all }: LookupOptions,
    answer: (error: null, address: string | LookupAddress[], family?: number) => void,
  ) => (all ? answer(null, [{ address, family }]) : answer(null, address, family))
}

/** The body as text; aborted as soon as it is too large, compressed or not. */
async function textOf(message: IncomingMessage): Promise<string> {
  const encoding = message.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip') {
    message.destroy()
    throw new Failed('not_calendar')
  }
  const packed = await bounded(message)
  const bytes = encoding === 'gzip' ? await bounded(unpack(packed)) : packed
  return new TextDecoder().decode(bytes)
}

async function bounded(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early destroys the stream, and with it the connection.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Failed('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function unpack(packed: Buffer): Readable {
  const gunzip = createGunzip()
  gunzip.end(packed)
  return gunzip
}

/** Stops waiting for a promise that cannot be cancelled when the time is over. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, fail) => {
      const stop = () => fail(new Failed('unreachable'))
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
  ])
}
