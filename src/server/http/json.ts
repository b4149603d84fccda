import type { FastifyInstance } from 'fastify'

/**
 * JSON bodies: keys that would touch a prototype are refused, and an empty body counts as none, because many clients
 * name the type on every call.
 */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, body as string, done)
  })
}
