import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { readFieldError } from '#contract/field-errors.ts'
import type { Deps } from '../deps.ts'
import { isOutOfRoom } from '#server/platform/disk-space.ts'
import { isDatabaseAway } from '#server/platform/postgres/database-away.ts'
import { QueueFull } from '#server/platform/threads/fair-queue.ts'
import { ActorChanged } from '../policy/actor.ts'
import { Refusal } from '../refusal.ts'
import { viewerLanguage } from './viewer-language.ts'

/** Every failure is answered here, in the envelope of product §2 and the reader's language. */
export function handleErrors(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) =>
    answerError(deps, error, request, reply),
  )
}

/** Answers a failure with one of our refusals. */
export function answerError(
  deps: Deps,
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void send(deps, request, reply, refusalOf(error, request))
}

/** One of our refusals for any failure; logs what an operator needs. */
export function refusalOf(error: FastifyError | Error, request: FastifyRequest): Refusal {
  const refusal = error instanceof Refusal ? error : new Refusal(codeOf(error))
  const status = ERROR_STATUS[refusal.code]
  // A short line: an outage fails many requests, and their details do not matter.
  if (PASSING.includes(refusal.code)) request.log.warn({ reason: error.message }, 'unavailable')
  else if (status >= 500) request.log.error({ err: error }, 'request failed')
  else if (status === 401 || status === 403 || status === 429) {
    request.log.info({ code: refusal.code, actor: request.actor?.userId, address: request.ip }, 'refused')
  }
  return refusal
}

/** Answers an unknown path. */
export function answerMissing(deps: Deps, request: FastifyRequest, reply: FastifyReply): void {
  void send(deps, request, reply, new Refusal('route.not_found'))
}

/** How a refusal is sent: in the envelope of product §2, in the reader's language. */
export function presentRefusal(deps: Deps, request: FastifyRequest, { code, fields }: Refusal) {
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
  const headers = {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...(code === 'server.unavailable' && { 'retry-after': '1' }),
  }
  return { status: ERROR_STATUS[code], headers, body: JSON.stringify(body) }
}

function send(deps: Deps, request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { status, headers, body } = presentRefusal(deps, request, refusal)
  return reply
    .status(status)
    .headers(headers)
    .serializer((text: string) => text)
    .send(body)
}

function fieldText(deps: Deps, language: string, error: string): string {
  const { key, params } = readFieldError(error)
  return deps.texts.text(language, `validation:${key}`, params)
}

/** The code for errors of Fastify, PostgreSQL and our queues. */
function codeOf(error: FastifyError | Error): ErrorCode {
  if (error instanceof QueueFull) return error.whose === 'own' ? 'request.too_many' : 'server.unavailable'
  const code = 'code' in error ? error.code : undefined
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || status === 413) return 'request.too_large'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || status === 415) return 'request.unsupported_media'
  if (status === 429) return 'request.too_many'
  if (status !== undefined && status >= 400 && status < 500) return 'request.malformed'
  // Changed twice during one request.
  if (error instanceof ActorChanged) return 'server.unavailable'
  if (isOutOfRoom(error)) return 'server.no_space'
  return isDatabaseAway(error) ? 'server.unavailable' : 'server.error'
}

/** Nothing of ours is wrong, and it may succeed later. */
const PASSING: readonly ErrorCode[] = ['server.unavailable', 'server.no_space']
