import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { localesFolder, webFolder } from '#server/folders.ts'
import { answerMissing } from '../error-handler.ts'
import { allowStyles } from '#server/http/security/security-headers.ts'

/** Paths that are never a screen of the web: a missing file below them is a 404. */
const NOT_SCREENS = /^\/(?:v1|health|metrics|socket\.io|assets|locales|outbox)(?:\/|$)|\.[a-z0-9]+$/i

/** Where index.html needs the nonce of the response. */
const NONCE = 'nonce="style-nonce"'

/** The page with the settings the web needs before it renders: whether sign-in through Google is available. */
function pageOf({ oidc }: Deps, html: string): string {
  return oidc ? html.replace('<html', '<html data-google') : html
}

/**
 * The built web: hashed assets for a year, locale files revalidated, and index.html, never cached, for every path that
 * may be a screen.
 */
export async function serveWeb(app: FastifyInstance, deps: Deps): Promise<void> {
  const index = pageOf(deps, readFileSync(join(webFolder, 'index.html'), 'utf8'))
  if (!index.includes(NONCE)) throw new Error('index.html has no place for the nonce of its styles')
  await app.register(serveStatic, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    // The build has compressed them.
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    wildcard: true,
  })
  await app.register(serveStatic, {
    root: localesFolder,
    prefix: '/locales/',
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    index: false,
    decorateReply: false,
  })
  await app.register(serveStatic, {
    root: webFolder,
    prefix: '/',
    wildcard: false,
    index: false,
    decorateReply: false,
    globIgnore: ['index.html', 'assets/**', 'locales/**', '**/*.map', '.*/**'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    if ((request.method !== 'GET' && request.method !== 'HEAD') || NOT_SCREENS.test(path)) {
      return answerMissing(deps, request, reply)
    }
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(index.replaceAll(NONCE, `nonce="${allowStyles(reply)}"`))
  })
}
