import { STATUS_CODES, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Gate, TurnedAway } from '#server/http/security/gate.ts'
import type { Departure } from '../departure.ts'
import { viewerLanguage } from '../viewer-language.ts'

/** Responses to requests that never reach Fastify: the socket's own requests, and invalid HTTP. */
export type PlainAnswers = {
  /** Runs before the socket's server: sets the headers of its responses, and checks the gate. */
  guard: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Answers a connection that sent no valid request, and ends it. */
  unreadable: (error: NodeJS.ErrnoException, connection: Duplex) => void
}

type Written = { status: number; headers: Record<string, string>; body: string }

/** The same envelope, language and headers as everywhere else (product §2). */
export function createPlainAnswers(
  deps: Pick<Deps, 'texts' | 'log' | 'newId' | 'metrics'>,
  gate: Gate,
  { security, departure }: { security: Readonly<Record<string, string>>; departure: Departure },
): PlainAnswers {
  function write(
    { code, retryAfter }: TurnedAway,
    headers: IncomingHttpHeaders,
    facts: { address?: string; reason?: string | undefined },
  ): Written {
    const error = deps.texts.text(viewerLanguage({ actor: undefined, headers }), `errors:${code}`)
    const requestId = deps.newId<string>()
    const body = JSON.stringify({ error, code, requestId } satisfies ErrorBody)
    deps.log.info({ code, ...facts, requestId }, 'refused')
    if (code === 'request.too_many') deps.metrics.limited()
    return {
      status: ERROR_STATUS[code],
      headers: {
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'x-request-id': requestId,
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
      body,
    }
  }

  return {
    guard(request, response, next) {
      for (const [name, value] of Object.entries(security)) response.setHeader(name, value)
      response.setHeader('cache-control', 'no-store')
      // An upgrade has another `Connection`.
      if (departure.isBegun && !request.headers.upgrade) response.setHeader('connection', 'close')
      const refused = gate.check(request)
      if (!refused) return next()
      const { status, headers, body } = write(refused, request.headers, { address: gate.keyOf(request) })
      response.writeHead(status, headers)
      response.end(body)
    },
    unreadable(error, connection) {
      // The connection is gone: nothing can be sent.
      if (error.code === 'ECONNRESET' || !connection.writable) return void connection.destroy()
      const { headers, body } = write({ code: 'request.malformed' }, {}, { reason: error.code })
      const status = UNREADABLE_STATUS[error.code ?? ''] ?? 400
      const lines = Object.entries({
        ...security,
        ...headers,
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    },
  }
}

/** The parser errors of Node that have another status than 400. */
const UNREADABLE_STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}
