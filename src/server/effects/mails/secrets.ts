import type { ClientId, UserId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import { mintEmailCode } from '../../modules/auth/auth.service.ts'
import { mintInvitationLink } from '../../modules/invitations/invitations.service.ts'

/**
 * The secrets that mails carry. They are made while the mail is written, so that none is ever stored in clear; a mail
 * written again after a crash has a new one. Undefined when the matter is settled and the mail is not needed.
 */
export const mailSecrets = {
  code: (deps: Deps, userId: UserId) => mintEmailCode(deps.db, deps, userId),
  invitation: (deps: Deps, clientId: ClientId) => mintInvitationLink(deps, clientId),
}
