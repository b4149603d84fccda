import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Departure } from '#server/http/departure.ts'
import { NEEDED_TO_SERVE } from '#server/platform/disk-space.ts'

/** A database that takes longer to answer `select 1` counts as away. */
const ANSWER_MS = 3_000

/**
 * For supervisors and proxies: live as long as the process responds, ready as long as the database does, the disk has
 * space and the server does not leave.
 */
export function serveHealth(app: FastifyInstance, deps: Deps, departure: Departure): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (departure.isBegun) return reply.status(503).send({ status: 'leaving' })
    try {
      await soon(sql`select 1`.execute(deps.db))
      if ((await deps.freeSpace(deps.config.dataDir)) < NEEDED_TO_SERVE) {
        deps.log.error({ folder: deps.config.dataDir }, 'disk full')
        return await reply.status(503).send({ status: 'disk_full' })
      }
      return await reply.send({ status: 'ok' })
    } catch (error) {
      deps.log.warn({ err: error }, 'not ready')
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
}

async function soon(answer: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer from the database')), ANSWER_MS)
  try {
    await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
