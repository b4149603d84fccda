import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Gate } from './gate.ts'

/**
 * Headers, gate and compression for every answer. The hooks come before those of any route, so that what a route
 * refuses is counted like what it serves.
 */
export async function secure(
  app: FastifyInstance,
  gate: Gate,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const refused = gate.check(request.raw)
    if (!refused) return done()
    if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter)
    done(new Refusal(refused.code))
  })
  await app.register(compress, { threshold: 1_400, encodings: ['br', 'gzip'] })
}
