import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { Deps } from '#server/deps.ts'
import { escapeHtml } from '#server/html.ts'
import { listOutbox, readOutboxMail } from '#server/platform/mails/outbox.ts'
import { Refusal } from '#server/refusal.ts'
import { allowStyles } from '#server/http/security/security-headers.ts'
import { isOfThisMachine } from '#server/http/security/this-machine.ts'

const MOST = 100

/**
 * The local page that shows the outbox. It is registered only without a mail server and never in production (product
 * §5), and only for requests of this machine: these mails give access to every account.
 */
export function serveOutbox(app: FastifyInstance, deps: Deps): void {
  const folder = join(deps.config.dataDir, 'outbox')
  const text = (key: string, params?: Record<string, string>) =>
    escapeHtml(deps.texts.text(DEFAULT_LANGUAGE, key, params))

  const onRequest = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    // The page contains links that sign people in.
    reply.header('cache-control', 'no-store')
    if (!isOfThisMachine(raw)) throw new Refusal('route.not_found')
  }

  app.get('/outbox', { onRequest }, async (_request, reply) => {
    const mails = await listOutbox(folder, MOST)
    const rows = mails.map(
      ({ file, subject, to }) =>
        `<li><a href="/outbox/${file}">${escapeHtml(subject)}</a> <small>${escapeHtml(to)}</small></li>`,
    )
    const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p>${text('cli:outbox.empty')}</p>`
    return reply
      .type('text/html; charset=utf-8')
      .send(page(reply, text('cli:outbox.title'), `<h1>${text('cli:outbox.title')}</h1>${list}`))
  })

  app.get<{ Params: { file: string } }>('/outbox/:file', { onRequest }, async (request, reply) => {
    const mail = await readOutboxMail(folder, request.params.file)
    if (!mail) throw new Refusal('route.not_found')
    const body = mail.text
      .split(/(https?:\/\/\S+)/)
      .map((part, index) =>
        index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
      )
      .join('')
    const { method = '', content = '' } = mail.calendar ?? {}
    const calendar = mail.calendar
      ? `<h2>${text('cli:outbox.calendar', { method })}</h2><pre class="file">${escapeHtml(content)}</pre>`
      : ''
    return reply
      .type('text/html; charset=utf-8')
      .send(
        page(
          reply,
          escapeHtml(mail.subject),
          `<p><a href="/outbox">${text('cli:outbox.back')}</a></p><h1>${escapeHtml(mail.subject)}</h1><p><small>${escapeHtml(mail.from)} → ${escapeHtml(mail.to)}</small></p><pre>${body}</pre>${calendar}`,
        ),
      )
  })
}

function page(reply: FastifyReply, title: string, body: string): string {
  return `<!doctype html><html lang="es-MX"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style nonce="${allowStyles(reply)}">:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}li{margin:.5rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}.file{font:13px/1.4 ui-monospace,monospace;overflow-wrap:anywhere;border-left:3px solid;padding-left:.75rem}h1,h2{line-height:1.25}h2{font-size:1.1rem}small{opacity:.75}</style><body>${body}</body></html>`
}
