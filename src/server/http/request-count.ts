import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'

const TOO_MANY = 429

/** Counts each answer by the pattern of its route. Pages and files are one: their names are many, and change. */
export function countRequests(app: FastifyInstance, { metrics, config }: Deps): void {
  if (config.metricsToken === undefined) return
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    metrics.answered({ ...routeOf(request), status, seconds: reply.elapsedTime / 1_000 })
    if (status === TOO_MANY) metrics.limited()
    done()
  })
}

function routeOf({ routeOptions, method }: FastifyRequest): { method: string; route: string } {
  const { url } = routeOptions
  if (url?.startsWith('/v1/')) return { method, route: url }
  // What nobody serves has any method.
  return url === undefined ? { method: 'any', route: 'unknown' } : { method, route: 'web' }
}
