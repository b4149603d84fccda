import type { Transaction } from 'kysely'
import type { Language, SignedIn } from '#contract/auth.ts'
import type { AcceptInvitationBody, InvitationDto } from '#contract/invitations.ts'
import type { ClientId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../effects/record.ts'
import type { Actor } from '../../policy/actor.ts'
import { Refusal, found } from '../../refusal.ts'
import {
  confirmEmail,
  createAccount,
  createMembership,
  keepConsents,
  requireGoodAccount,
} from '../auth/accounts.service.ts'
import { openSignIn } from '../auth/auth.service.ts'
import { INVITATION_MS } from '../clients/clients.domain.ts'
import { killInvitationTokens } from './invitation-tokens.service.ts'
import { whyClosed } from './invitations.domain.ts'
import { presentInvitation } from './invitations.presenter.ts'
import * as invitations from './invitations.repository.ts'

/**
 * A link for the mail of an open invitation. Made when the mail is written, so that its secret is never stored;
 * undefined when the invitation is open no more.
 */
export async function mintInvitationLink(deps: Deps, clientId: ClientId): Promise<string | undefined> {
  const token = deps.tokens.newLinkToken()
  const hash = deps.tokens.hashLinkToken(token)
  const kept = await invitations.insertToken(deps.db, clientId, hash, deps.clock.now(), INVITATION_MS)
  return kept ? `${deps.config.publicUrl}/invitation/${clientId}?t=${token}` : undefined
}

/** What a link opens. Without a real token nobody learns whether the invitation exists. */
export async function getInvitation(deps: Deps, clientId: ClientId, token: string): Promise<InvitationDto> {
  const row = await invitations.findInvitation(deps.db, clientId, deps.tokens.hashLinkToken(token))
  return presentInvitation(requireOpen(deps, row))
}

/** Declines, and tells the coach. */
export async function declineInvitation(deps: Deps, clientId: ClientId, token: string): Promise<void> {
  const tokenHash = deps.tokens.hashLinkToken(token)
  await deps.db.transaction().execute(async (tx) => {
    const invitation = await lockOpen(deps, tx, clientId, tokenHash)
    await invitations.moveToDeclined(tx, clientId, deps.clock.now())
    await killInvitationTokens(deps, tx, clientId)
    await record(deps, tx, {
      type: 'invitation.declined',
      coachId: invitation.coachId,
      actorUserId: null,
      subjectId: clientId,
      payload: {},
    })
  })
}

type Origin = { userAgent: string | undefined; language: Language }

/**
 * Accepts and signs in (product §4): somebody new with a password, somebody signed in under the invited address by
 * joining (product §1 D19). Holding the link shows that the address is theirs.
 */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor | undefined,
  clientId: ClientId,
  body: AcceptInvitationBody,
  origin: Origin,
): Promise<SignedIn> {
  const tokenHash = deps.tokens.hashLinkToken(body.token)
  const seen = requireOpen(deps, await invitations.findInvitation(deps.db, clientId, tokenHash))
  if (actor && actor.email !== seen.email) throw new Refusal('invitation.other_account')
  if (!actor && seen.accountExists) throw new Refusal('invitation.account_exists')
  // Hashing takes its milliseconds before the transaction, which holds a row that others wait for.
  const passwordHash = actor ? undefined : await newPassword(deps, seen, body)
  const accepted = await deps.db.transaction().execute(async (tx) => {
    const invitation = await lockOpen(deps, tx, clientId, tokenHash)
    const person = passwordHash
      ? await newPerson(deps, tx, invitation, { ...body, language: origin.language }, passwordHash)
      : await knownPerson(deps, tx, invitation, actor)
    await keepConsents(deps, tx, person.userId, { news: false })
    await invitations.moveToActive(tx, { clientId, ...person }, deps.clock.now())
    await invitations.useToken(tx, tokenHash, deps.clock.now())
    await killInvitationTokens(deps, tx, clientId)
    const { coachId } = invitation
    const { userId } = person
    const membershipId = await createMembership(deps, tx, { userId, coachId, clientId })
    await record(deps, tx, {
      type: 'invitation.accepted',
      coachId,
      actorUserId: userId,
      subjectId: clientId,
      payload: {},
    })
    const signIn = { userId, membershipId, userType: 'client' as const, userAgent: origin.userAgent }
    return { userId, signedIn: await openSignIn(deps, tx, signIn) }
  })
  deps.actors.forget(accepted.userId)
  deps.log.info({ userId: accepted.userId }, 'invitation accepted')
  return accepted.signedIn
}

function requireOpen(deps: Deps, row: invitations.InvitationRow | undefined): invitations.InvitationRow {
  const invitation = found(row, 'invitation.not_found')
  const closed = whyClosed(invitation, deps.clock.now())
  if (closed) throw new Refusal(closed)
  return invitation
}

async function lockOpen(
  deps: Deps,
  tx: Transaction<DB>,
  clientId: ClientId,
  tokenHash: Buffer,
): Promise<invitations.InvitationRow> {
  const invitation = requireOpen(deps, await invitations.lockInvitation(tx, clientId, tokenHash))
  // While this waited for the lock, the invitation may have been sent again.
  if (!(await invitations.isTokenAlive(tx, tokenHash))) throw new Refusal('invitation.expired')
  return invitation
}

async function newPassword(
  deps: Deps,
  { email, name, lastName }: invitations.InvitationRow,
  { password, country }: AcceptInvitationBody,
): Promise<string> {
  if (password === undefined) throw new Refusal('request.invalid', { password: 'required' })
  await requireGoodAccount({ email, name, lastName, password, country })
  return deps.passwords.hash(password)
}

type Person = { userId: UserId; timezone: string }

async function newPerson(
  deps: Deps,
  tx: Transaction<DB>,
  invitation: invitations.InvitationRow,
  { country, timezone = invitation.timezone, language }: AcceptInvitationBody & { language: Language },
  passwordHash: string,
): Promise<Person> {
  const account = {
    email: invitation.email,
    emailVerifiedAt: deps.clock.now(),
    passwordHash,
    name: invitation.name,
    lastName: invitation.lastName,
    jobOccupation: null,
    country: country ?? invitation.coachCountry,
    timezone,
    language,
  }
  // Somebody may have registered the address while this request was on its way.
  const userId = await createAccount(deps, tx, account, 'invitation.account_exists')
  return { userId, timezone }
}

async function knownPerson(
  deps: Deps,
  tx: Transaction<DB>,
  invitation: invitations.InvitationRow,
  actor: Actor | undefined,
): Promise<Person> {
  if (actor?.email !== invitation.email) throw new Refusal('invitation.other_account')
  await confirmEmail(deps, tx, actor.userId)
  return { userId: actor.userId, timezone: actor.timezone }
}
