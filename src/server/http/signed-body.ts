import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/refusal.ts'
import type { Verify } from '#server/route.ts'

/** Makes the routes of this instance read every body as bytes. The parsers of all other routes stay as they are. */
export function readRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/**
 * What was signed, as `verify` read it from the headers and the bytes as they came over the wire (none without a body).
 * @throws Refusal `request.unsigned` without a good signature
 */
export async function requireSignature(
  deps: Deps,
  { headers, body }: FastifyRequest,
  verify: Verify<object> | undefined,
): Promise<object> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const content = await verify?.(deps, { headers, bytes })
  if (!content) throw new Refusal('request.unsigned')
  return content
}
