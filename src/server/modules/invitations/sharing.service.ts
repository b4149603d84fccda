import { whatsappNumber } from '#contract/links/link.ts'
import type { ClientId } from '#contract/values.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import * as practicePolicy from '../../policy/practice.policy.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { statusAt } from '../clients/clients.domain.ts'
import {
  invitationUrl,
  mintInvitationToken,
} from '#server/modules/clients/inviting/invitation-tokens.service.ts'
import { SHARES_A_DAY } from '#server/modules/clients/inviting/invitation-links.domain.ts'
import { lockShared } from './invitations.repository.ts'

/**
 * A second link of an open invitation, for the coach's clipboard or WhatsApp (product §4). Earlier links stay valid.
 * Its secret is only in this response: only its hash is stored.
 */
export async function shareInvitation(
  deps: Deps,
  actor: CoachActor,
  clientId: ClientId,
): Promise<{ url: string; whatsappUrl: string }> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const shared = await lockShared(tx, scopeOf(actor), clientId, epochMs(now - DAY_MS))
    const { name, whatsapp, country, times, ...client } = found(shared, 'client.not_found')
    if (statusAt(client, now) !== 'invited') throw new Refusal('client.wrong_state')
    if (!practicePolicy.can(actor, 'invite', actor)) throw new Refusal('auth.email_unverified')
    if (times >= SHARES_A_DAY) throw new Refusal('client.resend_too_soon')
    const token = found(
      await mintInvitationToken(deps, { clientId, kind: 'shared' }, tx),
      'client.wrong_state',
    )
    await record(deps, tx, {
      type: 'invitation.shared',
      coachId: actor.coachId,
      actorUserId: actor.userId,
      subjectId: clientId,
      payload: {},
    })
    const url = invitationUrl(deps, clientId, token)
    // In the coach's language, like the mail: the client's is not known yet.
    const text = deps.texts.text(actor.language, 'invitation:whatsapp', { name, url })
    const number = whatsappNumber(whatsapp ?? '', country) ?? ''
    return { url, whatsappUrl: `https://wa.me/${number}?text=${encodeURIComponent(text)}` }
  })
}
