import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** For supervisors: alive as long as the process answers, ready as long as the database does. */
export function serveHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await sql`select 1`.execute(deps.db)
      return await reply.send({ status: 'ok' })
    } catch (error) {
      deps.log.warn({ err: error }, 'not ready')
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
}
