import type { LookupAddress } from 'node:dns'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  type OpenRequest,
  type PublicHostOptions,
  inTime,
  pinned,
  publicAddressOf,
} from '#server/platform/internet/public-host.ts'

/** Why an address could not be read. */
export type FetchFailure = 'unreachable' | 'refused' | 'too_large' | 'not_calendar' | 'too_many_redirects'

/** Reads a calendar file from an address that a person typed in. */
export type CalendarFetch = {
  /** The address in its stored form: https, also for webcal; undefined for an invalid one. */
  accept(address: string): string | undefined
  read(address: string): Promise<{ text: string } | { failure: FetchFailure }>
}

export type CalendarFetchOptions = PublicHostOptions & {
  request?: OpenRequest
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
  const { request = httpsRequest, timeoutMs = TIMEOUT_MS } = options

  async function addressOf(url: URL): Promise<LookupAddress> {
    const found = await publicAddressOf(url, options)
    if (typeof found === 'string') throw new Failed(found)
    return found
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
        return { text: await inTime(follow(address, signal), signal, () => new Failed('unreachable')) }
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
