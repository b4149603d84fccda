import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Condition } from '#server/operations/condition.ts'
import { measureProcess, measureReadiness } from '#server/operations/gauges.ts'
import { Refusal } from '#server/refusal.ts'

/** For Prometheus, which shows the token. Without METRICS_TOKEN there is no such page. */
export function serveMetrics(app: FastifyInstance, deps: Deps, condition: Condition): void {
  const { metricsToken } = deps.config
  if (metricsToken === undefined) return
  const wanted = digest(`Bearer ${metricsToken}`)
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) {
      reply.header('www-authenticate', 'Bearer')
      throw new Refusal('auth.required')
    }
    const [readiness, work] = await Promise.all([condition.readiness(), condition.work()])
    const { type, text } = await deps.metrics.page([
      ...measureReadiness(readiness),
      ...measureProcess(deps),
      ...work,
    ])
    return reply.type(type).send(text)
  })
}

/** Two of one length, whatever was sent, so that comparing them takes the same time. */
const digest = (text: string) => createHash('sha256').update(text).digest()
