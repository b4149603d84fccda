import type { FastifyInstance } from 'fastify'

// An escaped backslash, a whole pair, half of one; each is looked at once.
const ESCAPES =
  /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}/g

/**
 * JSON with the halves of characters that stand alone in it replaced by U+FFFD, as everywhere else that text becomes
 * UTF-8. A field that cuts a text after so many units cuts a character in two, and PostgreSQL takes no JSON with such.
 */
export const withWholeCharacters = (json: string): string =>
  json.replace(ESCAPES, (escape) => (escape.length === 6 ? String.raw`\ufffd` : escape))

/**
 * JSON bodies: keys that would touch a prototype are refused, and an empty body counts as none, because many clients
 * name the type on every call.
 */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, withWholeCharacters(body as string), done)
  })
}
