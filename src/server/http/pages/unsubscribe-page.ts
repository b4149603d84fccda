import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { escapeHtml } from '#server/html.ts'
import {
  type MuteClaims,
  isLinkMuted,
  readMuteToken,
  setMuted,
} from '#server/modules/preferences/muting.service.ts'
import { allowStyles } from '#server/http/security/security-headers.ts'
import { viewerLanguage } from '../viewer-language.ts'

/** Most bytes of a form that only tells which button was pressed. */
const FORM_LIMIT = 4_096

/**
 * The page for the unsubscribe links of mails (product §17). Opening it changes nothing, because programs that check
 * mails open every link; its button does, and the one-click POST of a mail program (RFC 8058 §3.1). It offers to undo.
 */
export async function serveUnsubscribe(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (page) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    page.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    page.get<Query>('/unsubscribe', async (request, reply) => {
      const claims = claimsOf(deps, request)
      return show(deps, request, reply, claims, claims !== undefined && (await isLinkMuted(deps, claims)))
    })
    page.post<Query>('/unsubscribe', async (request, reply) => {
      const claims = claimsOf(deps, request)
      const undoes = typeof request.body === 'string' && request.body.startsWith('undo=')
      const muted = !undoes
      if (claims) await setMuted(deps, claims, muted)
      return show(deps, request, reply, claims, muted)
    })
  })
}

type Query = { Querystring: { t?: string | string[] } }

function claimsOf(deps: Deps, { query }: FastifyRequest<Query>): MuteClaims | undefined {
  return typeof query.t === 'string' ? readMuteToken(deps, query.t) : undefined
}

function show(
  deps: Deps,
  request: FastifyRequest<Query>,
  reply: FastifyReply,
  claims: MuteClaims | undefined,
  muted: boolean,
) {
  const language = claims?.language ?? viewerLanguage(request)
  const text = (key: string, params?: Record<string, string>) =>
    escapeHtml(deps.texts.text(language, `mails:${key}`, params))
  const kind = claims ? deps.texts.text(language, `mails:kinds.${claims.kind}`) : ''
  const state = claims ? (muted ? 'muted' : 'ask') : 'invalid'
  const title = text(`unsubscribe.${state}.title`, { kind })
  const label = claims && text(`unsubscribe.${muted ? 'muted' : 'ask'}.button`)
  const button = claims
    ? `<form method="post" action="?t=${escapeHtml(encodeURIComponent(String(request.query.t)))}">` +
      `<button name="${muted ? 'undo' : 'mute'}" value="yes">${label}</button></form>`
    : ''
  const body = `<main><p class="brand">Norte</p><h1>${title}</h1><p>${text(`unsubscribe.${state}.text`)}</p>${button}</main>`
  return reply
    .status(claims ? 200 : 404)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${escapeHtml(language)}"><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
        `<title>${title} · Norte</title><style nonce="${allowStyles(reply)}">${STYLE}</style><body>${body}</body></html>`,
    )
}

// The colours of the mails that link to it, which are the product's neutral ones.
const STYLE =
  ':root{color-scheme:light dark}*{box-sizing:border-box}' +
  'body{margin:0;padding:48px 16px;background:#f6f7fb;color:#14171f;font:16px/1.5 system-ui,sans-serif}' +
  'main{max-width:480px;margin:0 auto;padding:28px 24px;background:#fff;border:1px solid #e6e8ef;' +
  'border-top:4px solid #2563eb;border-radius:16px;overflow-wrap:anywhere}' +
  '.brand{margin:0 0 16px;color:#5b6477}h1{margin:0 0 12px;font-size:22px;line-height:1.25}p{margin:0 0 20px}' +
  'button{min-height:44px;padding:0 20px;border:0;border-radius:10px;background:#2563eb;color:#fff;' +
  'font:inherit;font-weight:600;cursor:pointer}button:focus-visible{outline:3px solid #5b8def;outline-offset:2px}' +
  '@media (prefers-color-scheme:dark){body{background:#12141a;color:#f2f4f8}' +
  'main{background:#191c24;border-color:#2b2f3a;border-top-color:#5b8def}.brand{color:#a3abbd}}'
