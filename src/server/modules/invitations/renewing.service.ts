import type { Asked } from '#contract/account/accounts.ts'
import type { ClientId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import { scopeOfPractice } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { sendInvitation } from '../clients/clients.service.ts'
import { whyClosed } from '#server/modules/clients/inviting/invitation-links.domain.ts'
import { lockInvitation } from '#server/modules/clients/inviting/invitation-tokens.service.ts'

/**
 * "Pedir una nueva": the holder of an expired or replaced link has a new one mailed to the invited address, as if the
 * coach had sent it again and within the same limits (product §4). For a valid link nothing happens.
 * @throws Refusal what happened to the invitation; `client.resend_too_soon`
 */
export async function renewInvitation(deps: Deps, clientId: ClientId, token: string): Promise<Asked> {
  const tokenHash = deps.tokens.hashLinkToken(token)
  await deps.db.transaction().execute(async (tx) => {
    const invitation = found(await lockInvitation(tx, clientId, tokenHash), 'invitation.not_found')
    const closed = whyClosed(invitation, deps.clock.now())
    if (!closed) return
    if (closed !== 'invitation.expired') throw new Refusal(closed)
    await sendInvitation(deps, tx, scopeOfPractice(invitation.coachId), clientId, null)
  })
  return { asked: true }
}
