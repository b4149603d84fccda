import type { Transaction } from 'kysely'
import type { Language, SignedIn } from '#contract/account/auth.ts'
import type { AcceptInvitationBody, InvitationDto } from '#contract/invitations.ts'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import { tellNewcomer } from '../account-deletions/telling.service.ts'
import type { Actor } from '../../policy/actor.ts'
import * as invitationPolicy from '../../policy/invitation.policy.ts'
import { Refusal } from '../../refusal.ts'
import { createMembership, keepConsents } from '../auth/accounts.service.ts'
import { openSignIn } from '../auth/auth.service.ts'
import { cutSignIns } from '#server/modules/auth/sign-in/sign-ins.service.ts'
import { takeOver } from '../data-imports/handing-over.service.ts'
import { declineInvitedGroups, findGroupOfInvitation, joinInvitedGroups } from '../groups/joining.service.ts'
import { nextSessionOf } from '#server/modules/sessions/views/calendar-reading.service.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { accessOf, personOf } from './accepting.service.ts'
import { askForCode, isMailedCode } from '#server/modules/clients/inviting/invitation-codes.service.ts'
import {
  type InvitationRow,
  invitationUrl,
  isTokenAlive,
  killInvitationTokens,
  lockInvitation,
  mintInvitationToken,
  requireOpen,
  requireOpenLink,
  useToken,
} from '#server/modules/clients/inviting/invitation-tokens.service.ts'
import { presentInvitation } from './invitations.presenter.ts'
import * as invitations from './invitations.repository.ts'

/**
 * A link for the mail of an open invitation. Created when the mail is written, so that its secret is never stored;
 * undefined if no invitation is open at this address any more.
 */
export async function mintInvitationLink(
  deps: Deps,
  { clientId, email }: { clientId: ClientId; email: string },
): Promise<string | undefined> {
  const token = await mintInvitationToken(deps, { clientId, kind: 'mail', email })
  return token && invitationUrl(deps, clientId, token)
}

/** An invitation whose mail had to wait until `dueAt` is open for its full time from now on. */
export function beginHeldInvitation(deps: Deps, clientId: ClientId, dueAt: EpochMs): Promise<void> {
  return invitations.updateInvitedAt(deps.db, clientId, dueAt, deps.clock.now())
}

/** The invitation of a link. Without a valid token nobody learns whether it exists. */
export async function getInvitation(deps: Deps, clientId: ClientId, token: string): Promise<InvitationDto> {
  const invitation = await requireOpenLink(deps, clientId, token)
  const scope = scopeOfPractice(invitation.coachId)
  const [group, next] = await Promise.all([
    findGroupOfInvitation(deps, clientId),
    nextSessionOf(deps, scope, clientId),
  ])
  return presentInvitation(deps, invitation, { group, next })
}

/** Declines, and notifies the coach. A person with a shared link has to prove the address first. */
export async function declineInvitation(
  deps: Deps,
  actor: Actor | undefined,
  clientId: ClientId,
  { token, ...body }: { token: string; code?: string },
  origin: Pick<Origin, 'address'>,
): Promise<void> {
  const tokenHash = deps.tokens.hashLinkToken(token)
  const seen = await requireOpenLink(deps, clientId, token)
  const asksCode = !invitationPolicy.can(actor, 'answerWithoutCode', seen)
  const code = asksCode ? (body.code ?? (await askForCode(deps, seen, origin))) : undefined
  const isDeclined = await deps.db.transaction().execute(async (tx) => {
    const { coachId } = await lockOpen(deps, tx, clientId, tokenHash)
    if (code !== undefined && !(await isMailedCode(deps, tx, clientId, code))) return false
    await invitations.transitionToDeclined(tx, clientId, deps.clock.now())
    await killInvitationTokens(deps, tx, clientId)
    await declineInvitedGroups(deps, tx, { coachId, clientId })
    await record(deps, tx, {
      type: 'invitation.declined',
      coachId,
      actorUserId: null,
      subjectId: clientId,
      payload: {},
    })
    return true
  })
  if (!isDeclined) throw new Refusal('invitation.code_invalid')
}

type Origin = { address: string; userAgent: string | undefined; language: Language; browser: string }

/**
 * Accepts and signs in (product §4): a new person with a password or through the identity provider, a person signed in
 * with the invited address by joining (product §1 D19). The address is proved by the mailed link, by the provider, by
 * the sign-in, or by the code that a shared link requires.
 */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor | undefined,
  clientId: ClientId,
  body: AcceptInvitationBody,
  origin: Origin,
): Promise<SignedIn> {
  const tokenHash = deps.tokens.hashLinkToken(body.token)
  const seen = await requireOpenLink(deps, clientId, body.token)
  if (!invitationPolicy.can(actor, 'answer', seen)) throw new Refusal('invitation.other_account')
  if (!actor && !body.googleData && seen.accountExists) throw new Refusal('invitation.account_exists')
  const access = await accessOf(deps, actor, seen, body, origin)
  const asksCode = access.by !== 'google' && !invitationPolicy.can(actor, 'answerWithoutCode', seen)
  const code = asksCode ? (body.code ?? (await askForCode(deps, seen, origin))) : undefined
  const accepted = await deps.db.transaction().execute(async (tx) => {
    const invitation = await lockOpen(deps, tx, clientId, tokenHash)
    // Throwing here would roll the attempt back.
    if (code !== undefined && !(await isMailedCode(deps, tx, clientId, code))) return undefined
    const person = await personOf(deps, tx, invitation, { ...body, language: origin.language }, access)
    await keepConsents(deps, tx, person.userId, { news: false })
    const { userId, timezone } = person
    await invitations.transitionToActive(tx, { clientId, userId, timezone }, deps.clock.now())
    await useToken(tx, tokenHash, deps.clock.now())
    await killInvitationTokens(deps, tx, clientId)
    const { coachId, role } = invitation
    const membershipId = await createMembership(deps, tx, { userId, coachId, clientId })
    await takeOver(deps, tx, { clientId, userId })
    await tellNewcomer(deps, tx, { coachId, clientId })
    const groupId = await joinInvitedGroups(deps, tx, { coachId, clientId, userId })
    await record(deps, tx, {
      type: 'invitation.accepted',
      coachId,
      actorUserId: userId,
      subjectId: clientId,
      payload: role === 'member' && groupId ? { groupId } : {},
    })
    const signIn = { userId, membershipId, userType: 'client' as const, origin, way: 'invitation' as const }
    return { userId, ended: person.ended, signedIn: await openSignIn(deps, tx, signIn) }
  })
  if (!accepted) throw new Refusal('invitation.code_invalid')
  if (accepted.ended.length > 0) cutSignIns(deps, accepted.userId, accepted.ended)
  deps.actors.forget(accepted.userId)
  deps.log.info({ userId: accepted.userId }, 'invitation accepted')
  return accepted.signedIn
}

async function lockOpen(
  deps: Deps,
  tx: Transaction<DB>,
  clientId: ClientId,
  tokenHash: Buffer,
): Promise<InvitationRow> {
  const invitation = requireOpen(deps, await lockInvitation(tx, clientId, tokenHash))
  // While this waited for the lock, the invitation may have been sent again.
  if (!(await isTokenAlive(tx, tokenHash))) throw new Refusal('invitation.expired')
  return invitation
}
