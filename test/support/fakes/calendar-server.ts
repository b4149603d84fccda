// A calendar server on loopback, for tests: reached under the names of hosts that exist nowhere, without TLS, and only
// because the fetch is told so here.

import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CalendarFetchOptions, createCalendarFetch } from '#server/platform/calendar/calendar-fetch.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type CalendarServer = Awaited<ReturnType<typeof startCalendarServer>>

/** A name that no resolver knows. */
export const NO_SUCH_NAME = 'no-such-name.example'

/** Every host is the server, but those that `addresses` says otherwise of; loopback may be reached. */
export async function startCalendarServer(
  options: Omit<CalendarFetchOptions, 'request'> & { addresses?: Record<string, string[]> } = {},
) {
  const pages = new Map<string, Handler>()
  const asked: string[] = []
  const server = createServer((message, response) => {
    asked.push(`${message.headers.host} ${message.url}`)
    const page = pages.get(message.url ?? '')
    if (page) page(message, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { addresses = {}, ...rest } = options
  return {
    asked,
    fetch: createCalendarFetch({
      resolve: (host) =>
        Promise.resolve(
          (addresses[host] ?? (host === NO_SUCH_NAME ? [] : ['127.0.0.1'])).map((address) => ({
            address,
            family: 4,
          })),
        ),
      mayReach: (address) => address === '127.0.0.1',
      request: (url, settings, answered) =>
        request(
          { ...settings, host: url.hostname, port: url.port, path: url.pathname + url.search },
          answered,
        ),
      ...rest,
    }),
    /** What a path answers from now on: a text, or whatever the handler does. */
    serve(path: string, page: string | Handler) {
      pages.set(path, typeof page === 'string' ? (_, response) => response.end(page) : page)
    },
    url: (path: string, host = 'calendario.example') => `https://${host}:${port}${path}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A calendar file with entries of `DTSTART/DTEND` in UTC as a file writes them, and whatever lines they have beside. */
export function icsFile(...entries: { start: string; end: string; lines?: string[] }[]): string {
  const events = entries.flatMap(({ start, end, lines = [] }, index) => [
    'BEGIN:VEVENT',
    `UID:${index}@calendario.example`,
    `DTSTART:${start}`,
    `DTEND:${end}`,
    ...lines,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}
