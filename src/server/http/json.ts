import type { FastifyInstance } from 'fastify'

// An escaped backslash, a surrogate pair, or half of one; each is matched once.
const ESCAPES =
  /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}/g

/**
 * JSON with lone surrogates replaced by U+FFFD, as in every other conversion to UTF-8. A field that limits a text by
 * UTF-16 units may cut a character in two, and PostgreSQL refuses such JSON.
 */
export const withWholeCharacters = (json: string): string =>
  json.replace(ESCAPES, (escape) => (escape.length === 6 ? String.raw`\ufffd` : escape))

/**
 * JSON bodies: keys that would set a prototype are refused, and an empty body counts as missing, because many clients
 * send the content type on every call.
 */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, withWholeCharacters(body as string), done)
  })
}
