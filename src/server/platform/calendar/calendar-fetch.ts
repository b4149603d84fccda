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

/** Reads a calendar file from an address that somebody typed in. */
export type CalendarFetch = {
  /** The address as it is kept: https, webcal taken for it; undefined when it cannot be read at all. */
  accept(address: string): string | undefined
  read(address: string): Promise<{ text: string } | { failure: FetchFailure }>
}

export type CalendarFetchOptions = {
  /** The addresses of a host; the machine's resolver unless told. */
  resolve?: (host: string) => Promise<readonly LookupAddress[]>
  /** Whether an address may be reached; the public internet unless told. */
  mayReach?: (address: string) => boolean
  /** Opens a request; TLS unless told. */
  request?: (url: URL, options: RequestOptions, answered: (message: IncomingMessage) => void) => ClientRequest
  /** All of it, redirects included. */
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
 * A fetch that an address cannot turn against the network it runs in: https alone, every address of the host public,
 * the connection made to an address that was checked (so a name cannot change in between), each redirect checked like
 * the first, and all of it bounded in time and size, unpacked.
 */
export function createCalendarFetch(options: CalendarFetchOptions = {}): CalendarFetch {
  const {
    resolve = (host: string) => lookup(host, { all: true }),
    mayReach = isPublicAddress,
    request = httpsRequest,
    timeoutMs = TIMEOUT_MS,
  } = options

  /** The one address to connect to. One that may not be reached spoils the others: nobody public has such. */
  async function addressOf({ hostname }: URL): Promise<LookupAddress> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const family = isIP(host)
    const addresses = family ? [{ address: host, family }] : await resolve(host)
    if (addresses.length === 0) throw new Failed('unreachable')
    // A name that leads inside fails like one that leads nowhere: the answer must not tell which names exist in there.
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
      // A new connection each time: one that is kept was made to an address nobody looks at again.
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
        // A server that answers nothing at all (101, say) ends neither well nor badly: the time is over all the same.
        return { text: await inTime(follow(address, signal), signal) }
      } catch (error) {
        return { failure: error instanceof Failed ? error.failure : 'unreachable' }
      }
    },
  }
}

/** The address when it is one to read: https, or webcal taken for it, without a user, on the usual port or a high one. */
function readable(address: string, base?: URL): URL | undefined {
  const url = URL.parse(address.replace(/^webcals?:/i, 'https:'), base)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.port === '' || Number(url.port) >= 1024 ? url : undefined
}

/** A lookup that always answers one address. */
function pinned({ address, family }: LookupAddress) {
  return (
    _host: string,
    { all }: LookupOptions,
    answer: (error: null, address: string | LookupAddress[], family?: number) => void,
  ) => (all ? answer(null, [{ address, family }]) : answer(null, address, family))
}

/** The body as text, given up as soon as it is too much, packed or not. */
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

/** A promise that nothing can stop, given up when the time is over. */
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
