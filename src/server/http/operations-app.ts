import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Deps } from '../deps.ts'
import { answerMissing, handleErrors } from './error-handler.ts'
import { serveHealth } from './pages/health.ts'
import { serveMetrics } from './pages/metrics-page.ts'
import { logRequests } from './request-log.ts'
import { createGate } from './security/gate.ts'
import { securityHeaders } from './security/security-headers.ts'
import { secure } from './security/security.ts'
import type { Condition } from '../operations/condition.ts'

/** What OPERATIONS_PORT serves: health and metrics, of any role, also while the server leaves. */
export async function createOperationsApp(deps: Deps, condition: Condition): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = Fastify({
    loggerInstance,
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: 10_000,
    forceCloseConnections: true,
    http: { headersTimeout: 5_000 },
  })
  handleErrors(app, deps)
  logRequests(app)
  await secure(app, createGate(deps), securityHeaders(deps.config))
  serveHealth(app, condition)
  serveMetrics(app, deps, condition)
  app.setNotFoundHandler((request, reply) => answerMissing(deps, request, reply))
  return app
}
