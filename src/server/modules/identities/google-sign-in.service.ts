import type { Transaction } from 'kysely'
import type { GoogleData, Language, SignedIn } from '#contract/account/auth.ts'
import {
  type GoogleProfile,
  type RegisterGoogleBody,
  RegisterGoogleBody as Body,
} from '#contract/account/google.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../refusal.ts'
import { openSignIn } from '../auth/auth.service.ts'
import { cutSignIns } from '#server/modules/auth/sign-in/sign-ins.service.ts'
import { openPractice, requireRegistration } from '#server/modules/coaches/registration.service.ts'
import { findOpenInvitation } from '../clients/clients.service.ts'
import { mintInvitationToken } from '#server/modules/clients/inviting/invitation-tokens.service.ts'
import { addIdentity, enterWith, lookForWay } from './linking.service.ts'
import { type Ticket, lookAtTicket, redeemTicket } from './tickets.service.ts'

type Origin = { address: string; userAgent: string | undefined; browser: string; language: Language }

/**
 * Signs in to the account of the ticket's identity. A new person gets a refusal; an invited person is sent to their
 * invitation (product §1 D2).
 */
export async function signInWithGoogle(
  deps: Deps,
  { googleData }: { googleData: GoogleData },
  origin: Origin,
): Promise<SignedIn> {
  const { account, ended, signedIn } = await deps.db.transaction().execute(async (tx) => {
    const ticket = await redeemTicket(deps, tx, googleData, origin.browser)
    const entered = await enterWith(deps, tx, ticket, origin)
    if (!entered) throw new Refusal(await whyNew(deps, tx, ticket))
    const { userId, membershipId, userType } = entered.account
    const signIn = { userId, membershipId, userType, origin, way: 'google' as const }
    return { ...entered, signedIn: await openSignIn(deps, tx, signIn) }
  })
  if (ended.length > 0) cutSignIns(deps, account.userId, ended)
  deps.actors.forget(account.userId)
  deps.log.info({ userId: account.userId, address: origin.address }, 'signed in with google')
  return signedIn
}

async function whyNew(deps: Deps, tx: Transaction<DB>, { email }: Ticket) {
  const invited = await findOpenInvitation(deps, tx, { email })
  return invited ? ('auth.invitation_pending' as const) : ('auth.google_new' as const)
}

/**
 * The data to prefill the registration. For an invited person it opens the invitation instead: the provider has
 * verified the address, as the mailed link would, so a link of the same kind is created, hashed, and revoked with the
 * others.
 */
export async function getProfile(
  deps: Deps,
  { googleData }: { googleData: GoogleData },
  { browser }: Origin,
): Promise<GoogleProfile> {
  const ticket = await lookAtTicket(deps, deps.db, googleData, browser)
  const { name, lastName, email } = ticket
  const way = await lookForWay(deps, ticket)
  return { name, lastName, email, invitation: way === 'invitation' ? await linkFor(deps, email) : null }
}

async function linkFor(deps: Deps, email: string): Promise<GoogleProfile['invitation']> {
  const open = await findOpenInvitation(deps, deps.db, { email })
  const token = open && (await mintInvitationToken(deps, { clientId: open.clientId, kind: 'mail', email }))
  return open && token ? { clientId: open.clientId, token } : null
}

/** Registers a coach whose address the provider has verified: no password, no code (product §3). */
export async function registerWithGoogle(
  deps: Deps,
  body: RegisterGoogleBody,
  origin: Origin,
): Promise<SignedIn> {
  const { googleData } = body
  const { address, browser, language } = origin
  const { email, name, lastName } = await lookAtTicket(deps, deps.db, googleData, browser)
  const person = requireNames({ name: body.name ?? name, lastName: body.lastName ?? lastName })
  await requireRegistration(deps, { email, ...person, country: body.country }, { address })
  const signedIn = await deps.db.transaction().execute(async (tx) => {
    const ticket = await redeemTicket(deps, tx, googleData, browser)
    await requireNobody(deps, tx, ticket, origin)
    const coach = await openPractice(deps, tx, {
      ...body,
      ...person,
      email,
      passwordHash: null,
      emailVerified: true,
      language,
    })
    await addIdentity(deps, tx, coach.userId, ticket)
    return openSignIn(deps, tx, { ...coach, origin, way: 'registration' })
  })
  deps.log.info({ address }, 'coach registered with google')
  return signedIn
}

/** An identity or address with an account signs in instead; an unverified one cannot register. */
async function requireNobody(deps: Deps, tx: Transaction<DB>, ticket: Ticket, origin: Origin): Promise<void> {
  if (await enterWith(deps, tx, ticket, origin)) throw new Refusal('auth.email_taken')
}

/** The provider may lack names; the form asks for those. */
function requireNames(names: { name: string; lastName: string }): { name: string; lastName: string } {
  const parsed = Body.pick({ name: true, lastName: true }).required().safeParse(names)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path }) => [String(path[0]), 'required'])
  throw new Refusal('request.invalid', Object.fromEntries(fields) as Record<string, string>)
}
