import type { Deps } from '../../deps.ts'
import type { Mail } from '../../platform/mails/mailer.ts'
import type { MailTemplate } from '../effect.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import { type Recipient, fullName } from '#server/effects/facts/people.ts'
import { brandOf } from './brand.ts'
import { calendarPart } from './calendar-part.ts'
import { contentOf } from './contents.ts'
import { layOut } from './layout.ts'
import { mailLinks } from './links.ts'
import { MAIL_KINDS } from './mail-kinds.ts'
import { isBeforeAccepting } from './reach.ts'
import { MAIL_SECRETS, invitationUrl, muteUrl } from './secrets.ts'

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
  const mint = MAIL_SECRETS[template]
  const secret = await mint?.(deps, facts)
  if (mint && secret === undefined) return undefined
  const kind = MAIL_KINDS[template]
  const { userId, email, language } = to
  const unsubscribeUrl =
    kind === null ? undefined : muteUrl(deps, { person: userId ? { userId } : { email }, kind, language })
  const { practice, logo } = await brandOf(deps, template, facts)
  const content = contentOf(deps.texts, mailLinks(deps.config.publicUrl), {
    template,
    to,
    facts,
    secret,
    invited: isBeforeAccepting(template, to) ? { url: await invitationUrl(deps, facts) } : undefined,
    practice,
    muteUrl: unsubscribeUrl,
    now: deps.clock.now(),
  })
  if (!content) return undefined
  const calendar = calendarPart(deps, template, to, facts)
  return {
    to: to.email,
    subject: content.subject,
    ...layOut(content),
    ...senderOf(to, facts),
    people: peopleIn(to, facts),
    ...(logo && { logo }),
    ...(calendar && { calendar }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}

/**
 * A client's mail comes in the coach's name and is answered to the coach (product §4); a coach's mail about a client
 * is answered to the client. What concerns an account comes from nobody's practice.
 */
function senderOf(to: Recipient, { coach, client }: Facts): Pick<Mail, 'fromName' | 'replyTo'> {
  if (to.side === 'person') return {}
  if (to.side === 'client') return { fromName: fullName(coach), replyTo: coach.email }
  return client ? { replyTo: client.email } : {}
}

/** The ids of those whom a mail names. What concerns an account names nobody but its person. */
function peopleIn(to: Recipient, { coach, client, day, waiting }: Facts): string[] {
  const others =
    to.side === 'person'
      ? []
      : [
          coach.userId,
          client?.userId,
          client?.clientId,
          ...(day?.sessions ?? []).map(({ clientId }) => clientId),
          ...(waiting?.messages.senderIds ?? []),
        ]
  // A member of a group may have no account yet.
  const member = 'clientId' in to ? to.clientId : null
  return [...new Set([to.userId, member, ...others])].filter((id) => typeof id === 'string')
}
