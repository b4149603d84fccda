import type { Transaction } from 'kysely'
import type { Language, RegisterBody, SignedIn } from '#contract/auth.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../effects/record.ts'
import { Refusal } from '../../refusal.ts'
import { createCalendar } from '../calendars/calendars.service.ts'
import { isInvited } from '../clients/clients.service.ts'
import { findAccount, insertCoach } from './accounts.repository.ts'
import { createAccount, createMembership, keepConsents, requireGoodAccount } from './accounts.service.ts'
import { noteTrial } from './attempts.service.ts'
import { openSignIn } from './auth.service.ts'

type Origin = { address: string; userAgent: string | undefined; language: Language }

/**
 * Registers a coach, signs them in and mails a code (product §3). An invited person never becomes one by it, and an
 * address registers so many accounts an hour.
 */
export async function register(deps: Deps, body: RegisterBody, origin: Origin): Promise<SignedIn> {
  await requireGoodAccount(body)
  const trial = { kind: 'register' as const, email: body.email, address: origin.address }
  const earlier = await deps.db.transaction().execute((tx) => noteTrial(deps, tx, trial))
  if (!earlier) throw new Refusal('request.too_many')
  // Takes its milliseconds before the transaction, which holds a connection.
  const passwordHash = await deps.passwords.hash(body.password)
  const signedIn = await deps.db
    .transaction()
    .execute((tx) => openPractice(deps, tx, body, passwordHash, origin))
  deps.log.info({ address: origin.address }, 'coach registered')
  return signedIn
}

async function openPractice(
  deps: Deps,
  tx: Transaction<DB>,
  body: RegisterBody,
  passwordHash: string,
  { userAgent, language }: Origin,
): Promise<SignedIn> {
  if (await findAccount(tx, body.email)) throw new Refusal('auth.email_taken')
  if (await isInvited(deps, tx, body.email)) throw new Refusal('auth.invitation_pending')
  const account = {
    email: body.email,
    emailVerifiedAt: null,
    passwordHash,
    name: body.name.normalize('NFC'),
    lastName: body.lastName.normalize('NFC'),
    jobOccupation: body.jobOcuppation || null,
    country: body.country,
    timezone: body.timezone,
    language,
  }
  const userId = await createAccount(deps, tx, account, 'auth.email_taken')
  await keepConsents(deps, tx, userId, { news: body.acceptNews ?? false })
  await insertCoach(tx, userId, deps.clock.now())
  await createCalendar(tx, deps, userId)
  const membershipId = await createMembership(deps, tx, { userId, coachId: userId, clientId: null })
  await record(deps, tx, {
    type: 'email.code_requested',
    coachId: userId,
    actorUserId: userId,
    subjectId: userId,
    payload: {},
  })
  return openSignIn(deps, tx, { userId, membershipId, userType: 'coach', userAgent })
}
