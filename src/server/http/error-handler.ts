import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { readFieldError } from '#contract/field-errors.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { viewerLanguage } from './viewer-language.ts'

/** Every failure leaves through here, in the envelope of product §2 and the reader's language. */
export function handleErrors(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = error instanceof Refusal ? error : new Refusal(codeOf(error))
    const status = ERROR_STATUS[refusal.code]
    if (status >= 500) request.log.error({ err: error }, 'request failed')
    else if (status === 401 || status === 403 || status === 429) {
      request.log.info({ code: refusal.code, actor: request.actor?.userId, address: request.ip }, 'refused')
    }
    void send(deps, request, reply, refusal)
  })
}

/** Answers a path that nothing serves. */
export function answerMissing(deps: Deps, request: FastifyRequest, reply: FastifyReply): void {
  void send(deps, request, reply, new Refusal('route.not_found'))
}

function send(deps: Deps, request: FastifyRequest, reply: FastifyReply, { code, fields }: Refusal) {
  const language = viewerLanguage(request)
  const body: ErrorBody = {
    error: deps.texts.text(language, `errors:${code}`),
    code,
    ...(fields && {
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, key]) => [name, fieldText(deps, language, key)]),
      ),
    }),
    requestId: request.id,
  }
  return reply
    .status(ERROR_STATUS[code])
    .headers({ 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

function fieldText(deps: Deps, language: string, error: string): string {
  const { key, params } = readFieldError(error)
  return deps.texts.text(language, `validation:${key}`, params)
}

/** What Fastify and PostgreSQL throw of their own, as one of our codes. */
function codeOf(error: FastifyError | Error): ErrorCode {
  const code = 'code' in error ? error.code : undefined
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || status === 413) return 'request.too_large'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || status === 415) return 'request.unsupported_media'
  if (status === 429) return 'request.too_many'
  if (status !== undefined && status >= 400 && status < 500) return 'request.malformed'
  return isAway(code) || AWAY_WORDS.test(error.message) ? 'server.unavailable' : 'server.error'
}

/** What the pool of connections says without any code: none came in time, or the one in use broke. */
const AWAY_WORDS =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** The database cannot be reached or is shutting down (PostgreSQL classes 08 and 57P, Node's network codes). */
function isAway(code: string | undefined): boolean {
  return code !== undefined && /^(?:08|57P0)|^ECONN|^EPIPE$|^ENOENT$|^ETIMEDOUT$/.test(code)
}
