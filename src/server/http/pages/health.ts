import type { FastifyInstance } from 'fastify'
import type { Condition } from '#server/operations/condition.ts'

/**
 * For supervisors and proxies: live as long as the process responds, ready as long as this server can do its work. What is
 * wrong elsewhere is a warning (ADR 77).
 */
export function serveHealth(app: FastifyInstance, condition: Condition): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/health/ready', async (_request, reply) => {
    const readiness = await condition.readiness()
    reply.header('cache-control', 'no-store')
    return reply.status(readiness.status === 'ok' ? 200 : 503).send(readiness)
  })
}
