import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { MOST_FIELDS, fieldErrors, noFields } from '#contract/field-errors.ts'
import type { Deps } from '../deps.ts'
import { type Actor, ActorChanged } from '../policy/actor.ts'
import { Refusal } from '../refusal.ts'
import { type AuthenticationWay, authenticate, refreshActor, rereadActor } from './authenticate.ts'
import { missingCode, requireAccess, requireOwner } from './authorize.ts'
import { type BrowserCookie, browserCookie, newBrowserSecret } from './security/browser-cookie.ts'
import { type Gate, refusalOf } from './security/gate.ts'
import { Answer, Download, KnownBrowser, type Origin, Redirect, type Route } from '#server/route.ts'
import { serializerOf } from './serialize.ts'
import { BODY_BYTES } from './body-sizes.ts'
import { readRawBodies, requireSignature } from './signed-body.ts'
import { isOfThisMachine } from './security/this-machine.ts'
import { viewerLanguage } from './viewer-language.ts'
import { type Form, acceptForms, readForm } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

/**
 * Registers routes in Fastify: token → access → owner → parse → use case → serialise (architecture §4). Access is
 * checked before the body is read, so that a stranger learns nothing from validation; a signature, which needs the
 * body, before anything is parsed.
 */
export async function registerRoutes(
  app: FastifyInstance,
  deps: Deps,
  { routes, gate, ways }: Registration,
): Promise<void> {
  app.decorateRequest('actor', undefined)
  const add = (taking: FastifyInstance, takes: (endpoint: Endpoint) => boolean) => {
    for (const each of routes) if (takes(each.endpoint)) addRoute(taking, deps, each, { gate, ways })
  }
  add(app, ({ upload, raw }) => !upload && !raw)
  await app.register(async (taking) => {
    await acceptForms(taking, deps.config.uploadMaxBytes)
    add(taking, ({ upload }) => upload !== undefined)
  })
  await app.register(async (taking) => {
    readRawBodies(taking)
    add(taking, ({ raw }) => raw !== undefined)
  })
}

type Registration = { routes: readonly Route[]; gate: Gate; ways?: readonly AuthenticationWay[] }

function addRoute(
  app: FastifyInstance,
  deps: Deps,
  { endpoint, handler, verify }: Route,
  { gate, ways }: Omit<Registration, 'routes'>,
): void {
  const cookie = browserCookie(deps.config.publicUrl)
  const success = endpoint.status ?? (endpoint.response ? 200 : 204)
  const serialize = endpoint.response && serializerOf(endpoint.response)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(!endpoint.largeBody && { bodyLimit: endpoint.raw?.maxBytes ?? BODY_BYTES }),
    // A signature is of the bytes that were sent. Forms are read from the connection, so nobody would read what was
    // unpacked, and the request would hang.
    ...((endpoint.raw ?? endpoint.upload) && { decompress: false }),
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (endpoint.thisMachine && !deps.config.production && !isOfThisMachine(request.raw)) {
        throw new Refusal(missingCode(endpoint))
      }
      const { method, path, perMinute } = endpoint
      const turnedAway = perMinute && gate.checkCall(request.raw, `${method} ${path}`, perMinute)
      if (turnedAway) throw refusalOf(turnedAway, reply)
      // A signed call comes from a service, whatever token it carries.
      if (endpoint.access !== 'signed') {
        request.actor = await authenticate(deps, request, reply, ways, endpoint.checksActor)
      }
      await byFreshFacts(deps, request, endpoint, () => requireAccess(endpoint.access, request.actor))
    },
    handler: async (request, reply) => {
      const signed = endpoint.raw && (await requireSignature(deps, request, verify))
      const origin = originOf(request, cookie, gate)
      const form = await formOf(endpoint, request, deps)
      const sent = form ? form.fields : request.body
      const input = inputOf(endpoint, request, signed ? undefined : sent)
      const result = await byFreshFacts(deps, request, endpoint, () =>
        handler(deps, { ...input, actor: request.actor, origin, upload: form?.upload, signed } as never),
      )
      if (result instanceof Redirect || result instanceof KnownBrowser) {
        reply.header('set-cookie', cookie.write(origin.browser))
      }
      if (result instanceof Redirect) return reply.redirect(result.location, success)
      if (result instanceof Download) return sendFile(request, reply, result)
      const { status, body } = answerOf(result, success)
      if (serialize) reply.type('application/json; charset=utf-8').serializer(serialize)
      return reply.status(status).send(body)
    },
  })
}

/** Statuses of refusals that may depend on cached facts about the person: not paid, not confirmed, wrong state. */
const BY_FACTS: readonly number[] = [402, 403, 409]

/**
 * Runs `attempt`, and once more if cached facts about the person have changed since: after a refusal that depended on
 * them, or if the use case found that they have.
 */
async function byFreshFacts<T>(
  deps: Deps,
  request: FastifyRequest,
  { access, checksActor }: Endpoint,
  attempt: () => T | Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const mayBeOld = error instanceof Refusal && BY_FACTS.includes(ERROR_STATUS[error.code])
    if (error instanceof ActorChanged) request.actor = await rereadActor(deps, request)
    else if (!mayBeOld || !(await refreshActor(deps, request, checksActor))) throw error
    requireAccess(access, request.actor)
    return attempt()
  }
}

// A file with the tag that the client sent (RFC 9110 §13.1.2) is not sent again.
function sendFile(request: FastifyRequest, reply: FastifyReply, { headers, content, status }: Download) {
  reply.headers(headers)
  if (status !== undefined) reply.status(status)
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
  if (headers.etag === undefined || !known?.includes(String(headers.etag))) return reply.send(content)
  if (content instanceof Readable) content.destroy()
  return reply.status(304).send()
}

function formOf(endpoint: Endpoint, request: FastifyRequest, deps: Deps): Promise<Form> | undefined {
  if (!endpoint.upload || !request.isMultipart()) return undefined
  return readForm(request, endpoint.upload, deps.config.uploadMaxBytes)
}

function inputOf(endpoint: Endpoint, request: FastifyRequest, sent: unknown) {
  const errors = noFields()
  const parse = (part: 'params' | 'query' | 'body', value: unknown) => {
    const schema = endpoint[part]
    // A call without a body or query refuses one, so that nothing sent is silently ignored.
    if (!schema) {
      for (const key of namesIn(value).slice(0, MOST_FIELDS)) errors[key] = 'unknown_key'
      return undefined
    }
    const result = schema.safeParse(value)
    if (!result.success) Object.assign(errors, fieldErrors(result.error, value))
    return result.data
  }
  const params = parse('params', request.params)
  // An id that is not a UUID is answered like an unknown one, before anything else is checked.
  if (Object.keys(errors).length > 0) throw new Refusal(missingCode(endpoint))
  requireOwner(endpoint, request.actor, params)
  const query = parse('query', request.query)
  const body = parse('body', sent ?? (endpoint.body?.isOptional() ? undefined : {}))
  if (Object.keys(errors).length > 0) throw new Refusal('request.invalid', errors)
  return { params, query, body }
}

function originOf(request: FastifyRequest, cookie: BrowserCookie, gate: Gate): Origin {
  let browser: string | undefined
  return {
    address: gate.keyOf(request.raw),
    userAgent: request.headers['user-agent'],
    language: viewerLanguage(request),
    // Few calls need one, and making it takes longer than reading the rest.
    get browser() {
      return (browser ??= cookie.read(request.headers.cookie) ?? newBrowserSecret())
    },
    range: request.headers.range,
  }
}

function namesIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null
    ? Object.keys(value)
    : value === undefined
      ? []
      : ['body']
}

function answerOf(result: unknown, success: number): { status: number; body: unknown } {
  if (result instanceof Answer) return result
  return { status: success, body: result instanceof KnownBrowser ? result.body : result }
}
