import type { Transaction } from 'kysely'
import type { Language, RegisterBody, SignedIn } from '#contract/account/auth.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { Refusal } from '#server/refusal.ts'
import { createCalendar } from '#server/modules/calendars/calendars.service.ts'
import { findOpenInvitation } from '#server/modules/clients/clients.service.ts'
import {
  createAccount,
  createMembership,
  findAccount,
  keepConsents,
  requireGoodAccount,
} from '#server/modules/auth/accounts.service.ts'
import { noteAttempt } from '#server/modules/auth/sign-in/attempts.service.ts'
import { type NewSignIn, openSignIn } from '#server/modules/auth/auth.service.ts'
import { insertCoach } from './coaches.repository.ts'

type Origin = { address: string; userAgent: string | undefined; language: Language }

/**
 * Registers a coach, signs them in and mails a code (product §3). An invited person cannot become a coach this way, and
 * the number of registrations per address and hour is limited.
 */
export async function register(deps: Deps, body: RegisterBody, origin: Origin): Promise<SignedIn> {
  await requireRegistration(deps, body, origin)
  // Hashing is slow: do it before the transaction, which holds a connection.
  const passwordHash = await deps.passwords.hash(body.password)
  const signedIn = await deps.db.transaction().execute(async (tx) => {
    const coach = await openPractice(deps, tx, {
      ...body,
      passwordHash,
      emailVerified: false,
      language: origin.language,
    })
    await record(deps, tx, {
      type: 'email.code_requested',
      coachId: coach.userId,
      actorUserId: coach.userId,
      subjectId: coach.userId,
      payload: {},
    })
    return openSignIn(deps, tx, { ...coach, origin, way: 'registration' })
  })
  deps.log.info({ address: origin.address }, 'coach registered')
  return signedIn
}

/** Refuses invalid data, and an address with too many registrations (product §3). */
export async function requireRegistration(
  deps: Deps,
  account: Parameters<typeof requireGoodAccount>[0] & { email: string },
  { address }: Pick<Origin, 'address'>,
): Promise<void> {
  requireGoodAccount(account)
  const attempt = { kind: 'register' as const, email: account.email, address }
  const earlier = await deps.db.transaction().execute((tx) => noteAttempt(deps, tx, attempt))
  if (!earlier) throw new Refusal('request.too_many')
}

/** `passwordHash` is null, and `emailVerified` true, for a person verified by an identity provider. */
export type NewCoach = Omit<RegisterBody, 'password' | 'acceptTerms' | 'acceptPrivacy'> & {
  passwordHash: string | null
  emailVerified: boolean
  language: Language
}

/**
 * Opens an account with a new practice, unless the address has an account or an open invitation.
 * @returns what its first sign-in needs
 */
export async function openPractice(
  deps: Deps,
  tx: Transaction<DB>,
  body: NewCoach,
): Promise<Omit<NewSignIn, 'origin' | 'way'>> {
  if (await findAccount(tx, body.email)) throw new Refusal('auth.email_taken')
  if (await findOpenInvitation(deps, tx, { email: body.email })) throw new Refusal('auth.invitation_pending')
  const account = {
    email: body.email,
    emailVerifiedAt: body.emailVerified ? deps.clock.now() : null,
    passwordHash: body.passwordHash,
    name: body.name.normalize('NFC'),
    lastName: body.lastName.normalize('NFC'),
    jobOccupation: body.jobOcuppation || null,
    country: body.country,
    timezone: body.timezone,
    city: body.city || null,
    language: body.language,
  }
  const userId = await createAccount(deps, tx, account, 'auth.email_taken')
  await keepConsents(deps, tx, userId, { news: body.acceptNews ?? false })
  await insertCoach(tx, userId, deps.clock.now())
  await createCalendar(tx, deps, userId)
  const membershipId = await createMembership(deps, tx, { userId, coachId: userId, clientId: null })
  return { userId, membershipId, userType: 'coach' }
}
