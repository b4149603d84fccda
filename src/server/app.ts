import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { authenticateSocket } from './http/authenticate.ts'
import { answerMissing, handleErrors } from './http/error-handler.ts'
import { serveHealth } from './http/health.ts'
import { parseJson } from './http/json.ts'
import { openApiDocument } from './http/openapi.ts'
import { serveOutbox } from './http/outbox-page.ts'
import { registerRoutes } from './http/register.ts'
import { secure } from './http/security.ts'
import { serveWeb } from './http/static.ts'
import { ROUTES } from './routes.ts'

const BODY_LIMIT = 1_048_576

/**
 * The whole HTTP side of the product: API, socket, web, health. It does not listen yet. Without `web` it needs no
 * build of the web and answers 404 in its place.
 */
export async function createApp(deps: Deps, { web = true } = {}): Promise<FastifyInstance> {
  const { config } = deps
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    forceCloseConnections: true,
    return503OnClosing: true,
  })
  parseJson(app)
  handleErrors(app, deps)
  await secure(app, config)
  await registerRoutes(app, deps, ROUTES)
  serveHealth(app, deps)
  // Made when first asked for: it costs every start a tenth of its time otherwise.
  let document: object | undefined
  app.get('/v1/openapi.json', async () => (document ??= openApiDocument(config.publicUrl)))
  if (config.localMailPage) serveOutbox(app, deps)
  if (web) await serveWeb(app, deps)
  else app.setNotFoundHandler((request, reply) => answerMissing(deps, request, reply))
  app.addHook('onReady', async () => attachSocket(app, deps))
  closeGently(app, deps)
  return app
}

// Requests under way are answered. Their connections end with the answer: one that is kept alive would hold up the
// end for as long as it stays idle.
function closeGently(app: FastifyInstance, deps: Deps): void {
  let closing = false
  app.addHook('preClose', () => {
    closing = true
    return deps.realtime.close()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) void reply.header('connection', 'close')
    done()
  })
}

/** A count of proxies as the function Fastify takes: the hop nearest to us is number 0. */
function trustedProxies(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

function attachSocket(app: FastifyInstance, deps: Deps): void {
  const own = new URL(deps.config.publicUrl).origin
  deps.realtime.attach(app.server, {
    // A browser always says where a page comes from; a caller without an origin is no browser and needs the token.
    allowedOrigin: (origin) => origin === undefined || origin === own,
    authenticate: (token) => authenticateSocket(deps, token),
  })
}
