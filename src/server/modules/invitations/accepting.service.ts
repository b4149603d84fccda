import type { Transaction } from 'kysely'
import type { GoogleData, Language } from '#contract/account/auth.ts'
import type { AcceptInvitationBody } from '#contract/invitations.ts'
import type { AuthSessionId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import * as invitationPolicy from '../../policy/invitation.policy.ts'
import { Refusal } from '../../refusal.ts'
import { confirmEmail, createAccount, requireGoodAccount } from '../auth/accounts.service.ts'
import type { AuditOrigin } from '../audit/audit.domain.ts'
import { addIdentity, enterWith } from '../identities/linking.service.ts'
import { redeemTicket } from '../identities/tickets.service.ts'
import type { InvitationRow } from '#server/modules/clients/inviting/invitation-tokens.service.ts'

/**
 * How a person who accepts signs in: with their current sign-in, through the identity provider, or with a new password.
 */
export type Access =
  | { by: 'signIn'; actor: Actor }
  | { by: 'google'; googleData: GoogleData; origin: AuditOrigin & { browser: string } }
  | { by: 'password'; passwordHash: string }

/** Checks the data of a new account. Hashing is slow, so it is done here, before anything is locked. */
export async function accessOf(
  deps: Deps,
  actor: Actor | undefined,
  { email, name, lastName }: InvitationRow,
  { googleData, password, country }: AcceptInvitationBody,
  origin: AuditOrigin & { browser: string },
): Promise<Access> {
  if (googleData) {
    requireGoodAccount({ email, name, lastName, country })
    return { by: 'google', googleData, origin }
  }
  if (actor) return { by: 'signIn', actor }
  if (password === undefined) throw new Refusal('request.invalid', { password: 'required' })
  requireGoodAccount({ email, name, lastName, password, country })
  return { by: 'password', passwordHash: await deps.passwords.hash(password) }
}

/** The account that accepts, and the sign-ins that its proof of the address has ended. */
export type Person = { userId: UserId; timezone: string; ended: readonly AuthSessionId[] }

type Answer = AcceptInvitationBody & { language: Language }

/** The person who accepts a locked invitation: an existing account, or a new one for its address. */
export function personOf(
  deps: Deps,
  tx: Transaction<DB>,
  invitation: InvitationRow,
  body: Answer,
  access: Access,
): Promise<Person> {
  switch (access.by) {
    case 'signIn':
      return signedInPerson(deps, tx, invitation, access.actor)
    case 'google':
      return googlePerson(deps, tx, invitation, body, access)
    case 'password':
      return newPerson(deps, tx, invitation, body, access.passwordHash)
  }
}

async function signedInPerson(
  deps: Deps,
  tx: Transaction<DB>,
  invitation: InvitationRow,
  actor: Actor,
): Promise<Person> {
  if (!invitationPolicy.can(actor, 'answer', invitation)) throw new Refusal('invitation.other_account')
  await confirmEmail(deps, tx, actor.userId)
  return { userId: actor.userId, timezone: actor.timezone, ended: [] }
}

/** The provider has to verify the invited address itself: "Usa la cuenta de Google de {correo}". */
async function googlePerson(
  deps: Deps,
  tx: Transaction<DB>,
  invitation: InvitationRow,
  body: Answer,
  { googleData, origin }: Extract<Access, { by: 'google' }>,
): Promise<Person> {
  const ticket = await redeemTicket(deps, tx, googleData, origin.browser)
  if (!ticket.emailVerified || ticket.email !== invitation.email) throw new Refusal('invitation.other_google')
  const entered = await enterWith(deps, tx, ticket, origin)
  if (entered) {
    const { account, ended } = entered
    if (account.email !== invitation.email) throw new Refusal('invitation.other_account')
    return { userId: account.userId, timezone: account.timezone, ended }
  }
  const person = await newPerson(deps, tx, invitation, body, null)
  await addIdentity(deps, tx, person.userId, ticket)
  return person
}

async function newPerson(
  deps: Deps,
  tx: Transaction<DB>,
  invitation: InvitationRow,
  { country, timezone = invitation.timezone, city, language }: Answer,
  passwordHash: string | null,
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
    // An emptied city is the person's choice; only a missing one is copied from the coach's record.
    city: city === undefined ? invitation.city : city || null,
    language,
  }
  // The address may have been registered during this request.
  const userId = await createAccount(deps, tx, account, 'invitation.account_exists')
  return { userId, timezone, ended: [] }
}
