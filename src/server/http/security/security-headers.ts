import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#server/config.ts'

/** The headers of every response, those of the socket and to invalid HTTP included. Part of product §1 D15. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  const https = publicUrl.startsWith('https:')
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        // A page with inline styles allows them by a nonce; see `allowStyles`.
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        // Videos and sounds of resources.
        'media-src': ["'self'"],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...socketSources(publicUrl)],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        ...(https && { 'upgrade-insecure-requests': [] }),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  const blank = new ServerResponse(new IncomingMessage(new Socket()))
  set(blank.req, blank, () => undefined)
  return Object.fromEntries(Object.entries(blank.getHeaders()).map(([name, value]) => [name, String(value)]))
}

const POLICY = 'content-security-policy'

/** Creates a nonce for the `<style>` elements of one response. */
export function allowStyles(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader(POLICY))
  reply.header(POLICY, policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`))
  return nonce
}

/** Safari does not treat ws: as 'self'. */
function socketSources(publicUrl: string): string[] {
  const { host, protocol } = new URL(publicUrl)
  return [`${protocol === 'https:' ? 'wss' : 'ws'}://${host}`]
}
