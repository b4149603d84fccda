import type { Deps } from '../../deps.ts'
import type { Mail } from '../../platform/mailer.ts'
import type { MailTemplate } from '../effect.ts'
import type { Facts, Recipient } from '../facts.ts'
import { contentOf, fullName } from './contents.ts'
import { layOut } from './layout.ts'
import { mailLinks } from './links.ts'
import { mailSecrets } from './secrets.ts'

/**
 * Writes one of the product's mails in the reader's language. Undefined when there is nobody to write to, or nothing
 * to say any more.
 */
export async function renderMail(
  deps: Deps,
  template: MailTemplate,
  to: Recipient | undefined,
  facts: Facts,
): Promise<Omit<Mail, 'key'> | undefined> {
  if (!to) return undefined
  const secret = await secretOf(deps, template, facts)
  if (secret === undefined && (template === 'verification' || template === 'invitation')) return undefined
  const content = contentOf(deps.texts, mailLinks(deps.config.publicUrl), { template, to, facts, secret })
  if (!content) return undefined
  return { to: to.email, subject: content.subject, ...layOut(content), ...senderOf(to, facts) }
}

async function secretOf(
  deps: Deps,
  template: MailTemplate,
  { coach, client }: Facts,
): Promise<string | undefined> {
  if (template === 'verification') return mailSecrets.code(deps, coach.userId)
  if (template === 'invitation' && client) return mailSecrets.invitation(deps, client.clientId)
  return undefined
}

/**
 * A client's mail comes in the coach's name and is answered to the coach (product §4); a coach's mail about a client
 * is answered to the client.
 */
function senderOf(to: Recipient, { coach, client }: Facts): Pick<Mail, 'fromName' | 'replyTo'> {
  if (to.side === 'client') return { fromName: fullName(coach), replyTo: coach.email }
  return client ? { replyTo: client.email } : {}
}
