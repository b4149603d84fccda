import type { FastifyInstance } from 'fastify'

const LONGEST_PATH = 300

/**
 * One line for each answer, and its id in a header, so that what a person reports can be found. The query is left out:
 * links carry their secrets there. Health checks and files that were found are for the curious alone.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0]!.slice(0, LONGEST_PATH)
    const isCall = path.startsWith('/v1/')
    const level = isCall || reply.statusCode >= 400 ? 'info' : 'debug'
    request.log[level](
      {
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.actor?.userId,
        requestId: request.id,
      },
      'answered',
    )
    done()
  })
}
