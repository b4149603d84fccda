import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Deps } from './deps.ts'
import { type AuthenticationWay, authenticateSocket } from './http/authenticate.ts'
import { answerError, answerMissing, handleErrors } from './http/error-handler.ts'
import { type Gate, createGate, refusalOf } from './http/security/gate.ts'
import { countRequests } from './http/request-count.ts'
import { serveHealth } from './http/pages/health.ts'
import { serveMetrics } from './http/pages/metrics-page.ts'
import { type Condition, watchCondition } from './operations/condition.ts'
import { type Departure, createDeparture } from './http/departure.ts'
import { parseJson } from './http/json.ts'
import { LARGE_BODY_BYTES } from './http/body-sizes.ts'
import { serveOpenApi } from './http/pages/openapi-file.ts'
import { serveOutbox } from './http/pages/outbox-page.ts'
import { type PlainAnswers, createPlainAnswers } from './http/pages/plain-answer.ts'
import { registerRoutes } from './http/register.ts'
import { serveResumableUploads } from './http/resumable-uploads.ts'
import { logRequests, logUnhooked } from './http/request-log.ts'
import { secure } from './http/security/security.ts'
import { securityHeaders } from './http/security/security-headers.ts'
import { serveWeb } from './http/pages/static.ts'
import { serveUnsubscribe } from './http/pages/unsubscribe-page.ts'
import { openSignIns } from './modules/auth/auth.service.ts'
import { createLiveCalls } from './modules/calls/live-calls.service.ts'
import { createLiveRooms } from './modules/messages/live-rooms.service.ts'
import { passOnMessages } from './modules/messages/sending.service.ts'
import { SOCKET_PATH } from './platform/realtime/realtime.ts'
import { Refusal } from './refusal.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'

type AppOptions = {
  /** Without it the app needs no build of the web and answers 404 instead. */
  web?: boolean
  routes?: readonly Route[]
  /** How callers prove who they are. */
  ways?: readonly AuthenticationWay[]
  /** Says when this server is about to end. */
  departure?: Departure
  /** How it is, for those who ask. */
  condition?: Condition
}

/** The whole HTTP side of the product: API, socket, web, health. It does not listen yet. */
export async function createApp(
  deps: Deps,
  { web = true, routes = ROUTES, ways, ...given }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config } = deps
  const { departure = createDeparture() } = given
  const { condition = watchCondition(deps, departure) } = given
  const loggerInstance: FastifyBaseLogger = deps.log
  const gate = createGate(deps)
  const headers = securityHeaders(config)
  const plain = createPlainAnswers(deps, gate, { security: headers, departure })
  const app = Fastify({
    loggerInstance,
    // Lines have the id of their request by their context.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LARGE_BODY_BYTES,
    trustProxy: gate.trusts,
    genReqId: () => randomUUID(),
    // A picture of some megabytes takes more than a minute over a slow mobile connection.
    requestTimeout: 120_000,
    forceCloseConnections: true,
    // `closeGently` does it, with our envelope.
    return503OnClosing: false,
    http: {
      headersTimeout: 15_000,
      // How often Node checks for requests over these limits; by default only every 30 s.
      connectionsCheckingInterval: 5_000,
      // The gate does it, with the headers and the envelope of every other refusal.
      requireHostHeader: false,
      // An upgrade is ignored (RFC 9110 §7.8) except on the socket's path: the request is served and counted like any
      // other.
      shouldUpgradeCallback: ({ url }) => url?.startsWith(SOCKET_PATH) ?? false,
    },
    clientErrorHandler: plain.unreadable,
    // For an address that cannot be decoded, Fastify creates no request that passes the hooks.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers)
      logUnhooked(request, reply)
      const turnedAway = gate.check(request.raw)
      answerError(deps, turnedAway ? refusalOf(turnedAway, reply) : error, request, reply)
    },
  })
  parseJson(app)
  handleErrors(app, deps)
  logRequests(app)
  countRequests(app, deps)
  await secure(app, gate, headers)
  closeGently(app, deps, departure)
  await registerRoutes(app, deps, { routes, gate, ways })
  await serveResumableUploads(app, deps, ways)
  serveHealth(app, condition)
  serveMetrics(app, deps, condition)
  serveOpenApi(app, deps, gate)
  await serveUnsubscribe(app, deps)
  if (config.localMailPage) serveOutbox(app, deps)
  if (web) await serveWeb(app, deps)
  else app.setNotFoundHandler((request, reply) => answerMissing(deps, request, reply))
  app.addHook('onReady', async () => attachSocket(app, deps, gate, plain))
  return app
}

// Requests in progress are answered, later ones refused. Their connections end with the response: one that is kept
// alive would delay the shutdown while it is idle.
function closeGently(app: FastifyInstance, deps: Deps, departure: Departure): void {
  let closing = false
  app.addHook('preClose', () => {
    closing = true
    return deps.realtime.close()
  })
  app.addHook('onRequest', (_request, _reply, done) =>
    done(closing ? new Refusal('server.unavailable') : undefined),
  )
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || departure.isBegun) void reply.header('connection', 'close')
    done()
  })
}

function attachSocket(app: FastifyInstance, deps: Deps, gate: Gate, { guard }: PlainAnswers): void {
  const own = new URL(deps.config.publicUrl).origin
  deps.realtime.attach(app.server, {
    guard,
    messageCounter: (request) => gate.messageCounter(request),
    // A browser always sends a page's origin; a caller without an origin is not a browser and needs the token.
    allowedOrigin: (origin) => origin === undefined || origin === own,
    authenticate: (token) => authenticateSocket(deps, token),
    openSignIns: (ids) => openSignIns(deps, ids),
    onSocket: both(createLiveRooms(deps), createLiveCalls(deps)),
  })
  passOnMessages(deps)
}

/** What both do with each of what they get. */
function both<Given>(first: (given: Given) => void, second: (given: Given) => void): (given: Given) => void {
  return (given) => {
    first(given)
    second(given)
  }
}
