import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inContext } from '#server/work-context.ts'

const LONGEST_PATH = 300

/**
 * One line for each response, and its id in a header, so that a reported problem can be found. What a request logs or queues
 * meanwhile has the same id. Health checks and files are logged at debug level only.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    tellId(request, reply)
    inContext({ requestId: request.id }, done)
  })
  // What reads a body goes on outside of the context.
  app.addHook('preHandler', (request, _reply, done) => inContext({ requestId: request.id }, done))
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply)
    done()
  })
}

/** The same for a response that no hook sees. */
export function logUnhooked(request: FastifyRequest, reply: FastifyReply): void {
  tellId(request, reply)
  reply.raw.once('finish', () => logAnswer(request, reply))
}

function tellId(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id)
}

// The query is left out, because links have their secrets there.
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
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
}
