import type { Kysely, Transaction } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { LEGAL_TEXTS } from '#contract/account/legal-texts.ts'
import type { ClientId, MembershipId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../refusal.ts'
import { isCountry } from '../countries/countries.service.ts'
import * as accounts from './accounts.repository.ts'
import { type PasswordOwner, isWeakPassword } from './passwords/password-strength.domain.ts'

export type { Account } from './accounts.repository.ts'
export type NewAccount = Omit<accounts.NewAccount, 'id'>

/** Checks a new account beyond its contract: the country exists, and the password is not a common one. */
export function requireGoodAccount(
  account: PasswordOwner & { password?: string; country: string | undefined },
): void {
  const fields: Record<string, string> = {}
  if (account.country !== undefined && !isCountry(account.country)) fields['country'] = 'country_invalid'
  if (account.password !== undefined && isWeakPassword(account.password, account))
    fields['password'] = 'password_weak'
  if (Object.keys(fields).length > 0) throw new Refusal('request.invalid', fields)
}

/** Opens an account. @throws Refusal `taken` if the address has one */
export async function createAccount(
  deps: Deps,
  tx: Transaction<DB>,
  account: NewAccount,
  taken: ErrorCode,
): Promise<UserId> {
  const id = deps.newId<UserId>()
  await accounts.insertAccount(tx, { ...account, id }, deps.clock.now(), taken)
  return id
}

/** Stores that a person accepted the terms and the privacy notice, and the newsletter if they asked for it. */
export async function keepConsents(
  deps: Deps,
  tx: Transaction<DB>,
  userId: UserId,
  { news }: { news: boolean },
): Promise<void> {
  const kinds = news ? (['terms', 'privacy', 'news'] as const) : (['terms', 'privacy'] as const)
  await accounts.insertConsents(tx, userId, kinds, LEGAL_TEXTS.version, deps.clock.now())
}

/**
 * Adds a membership to an account: its own practice, or a client record (product §1 D19).
 * @throws Refusal `auth.required` if the account is being erased
 */
export async function createMembership(
  deps: Deps,
  tx: Transaction<DB>,
  membership: { userId: UserId; coachId: UserId; clientId: ClientId | null },
): Promise<MembershipId> {
  if (await accounts.isBeingErased(tx, membership.userId)) throw new Refusal('auth.required')
  const id = deps.newId<MembershipId>()
  await accounts.insertMembership(tx, { ...membership, id }, deps.clock.now())
  return id
}

/** The account of an address, with the membership it used last. */
export function findAccount(db: Kysely<DB>, email: string): Promise<accounts.Account | undefined> {
  return accounts.findAccount(db, email)
}

/** An account, locked until the transaction ends. */
export function lockAccount(
  tx: Transaction<DB>,
  key: accounts.AccountKey,
): Promise<accounts.Account | undefined> {
  return accounts.lockAccount(tx, key)
}

/** Marks an address as confirmed, after a secret mailed to it came back. */
export function confirmEmail(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  return accounts.confirmEmail(tx, userId, deps.clock.now())
}
