import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorBody } from '#contract/errors.ts'
import type { Departure } from '#server/http/departure.ts'
import { securityHeaders } from '#server/http/security/security-headers.ts'
import { viewerLanguage } from '#server/http/viewer-language.ts'
import type { StartProgress } from '#server/start-progress.ts'
import type { Texts } from '#server/platform/texts.ts'

type Options = {
  publicUrl: string
  progress: StartProgress
  departure: Departure
  /** Called when the first person is answered. */
  loadTexts: () => Texts
}

/**
 * What is answered while the server starts: that it lives, why it is not ready, and to everything else 503, as during an
 * outage of the database.
 */
export function startAnswer({ publicUrl, progress, departure, loadTexts }: Options) {
  const headers = securityHeaders({ publicUrl })
  let texts: Texts | undefined
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url?.split('?', 1)[0]
    const send = (status: number, body: object, more: Record<string, string> = {}) => {
      response.writeHead(status, {
        ...headers,
        'cache-control': 'no-store',
        'connection': 'close',
        'content-type': 'application/json; charset=utf-8',
        ...more,
      })
      response.end(JSON.stringify(body))
    }
    if (path === '/health/live') return send(200, { status: 'ok' })
    const status = departure.isBegun ? 'leaving' : progress.phase
    if (path === '/health/ready') return send(503, { status }, { 'retry-after': '1' })
    texts ??= loadTexts()
    const language = viewerLanguage({ actor: undefined, headers: request.headers })
    const code = 'server.unavailable'
    const requestId = randomUUID()
    const body: ErrorBody = { error: texts.text(language, `errors:${code}`), code, requestId }
    return send(503, body, { 'retry-after': '1', 'x-request-id': requestId })
  }
}
