import type { Deps } from '../../deps.ts'
import { mintEmailCode } from '../../modules/auth/auth.service.ts'
import { mintEmailChangeCode } from '#server/modules/auth/emails/email-change.service.ts'
import { mintRecoveryLink } from '#server/modules/auth/passwords/recovery.service.ts'
import { mintInvitationCode } from '#server/modules/clients/inviting/invitation-codes.service.ts'
import { mintInvitationLink } from '../../modules/invitations/invitations.service.ts'
import type { MailTemplate } from '../effect.ts'
import type { Facts } from '#server/effects/facts/facts.ts'

/** The signed link by which a mail's reader silences its kind. */
export { muteUrl } from '../../modules/preferences/muting.service.ts'

type Mint = (deps: Deps, facts: Facts) => Promise<string | undefined> | undefined

/** A link to the open invitation of the event's client; undefined if it is not open any more. */
export async function invitationUrl(deps: Deps, { client }: Facts): Promise<string | undefined> {
  return client && mintInvitationLink(deps, client)
}

/**
 * The secrets that mails carry. They are made while the mail is written, so that none is ever stored in clear; a mail
 * written again after a crash has a new one. Undefined when the matter is settled and the mail is not needed.
 */
export const MAIL_SECRETS: Partial<Record<MailTemplate, Mint>> = {
  verification: (deps, { coach }) => mintEmailCode(deps.db, deps, coach.userId),
  invitation: invitationUrl,
  invitationCode: (deps, { client }) => client && mintInvitationCode(deps, client),
  recovery: (deps, { person }) => person && mintRecoveryLink(deps, person),
  emailChange: (deps, { person }) => person && mintEmailChangeCode(deps, person),
}
