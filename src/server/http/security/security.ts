import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { type Gate, refusalOf } from './gate.ts'

/**
 * Headers, gate and compression for every response. The hooks run before those of any route, so that requests that a
 * route refuses are counted too.
 */
export async function secure(
  app: FastifyInstance,
  gate: Gate,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const turnedAway = gate.check(request.raw)
    done(turnedAway && refusalOf(turnedAway, reply))
  })
  await app.register(compress, { threshold: 1_400, encodings: ['br', 'gzip'] })
}
