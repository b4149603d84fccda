import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { type Gate, refusalOf } from '#server/http/security/gate.ts'

/** How often one address may read the document in a minute: it is almost a megabyte and changes with a release. */
const OPENAPI_PER_MINUTE = 30

/**
 * The OpenAPI document. It is created in a thread on first request and kept as text: creating it, and even serialising
 * it for each response, would block every other request.
 */
export function serveOpenApi(app: FastifyInstance, { config, threads }: Deps, gate: Gate): void {
  let text: Promise<Buffer> | undefined
  const make = async () => Buffer.from(await threads.run('openapi', 'writeOpenApi', config.publicUrl))
  app.get('/v1/openapi.json', async (request, reply) => {
    const turnedAway = gate.checkCall(request.raw, 'openapi', OPENAPI_PER_MINUTE)
    if (turnedAway) throw refusalOf(turnedAway, reply)
    text ??= make().catch((error: unknown) => {
      text = undefined
      throw error
    })
    return reply.type('application/json; charset=utf-8').send(await text)
  })
}
