import type { Kysely, Transaction } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal, found } from '#server/refusal.ts'
import { INVITATION_MS } from './invitation-validity.domain.ts'
import { removeCode, removeOldCodes } from './invitation-codes.repository.ts'
import { whyClosed } from './invitation-links.domain.ts'
import {
  type InvitationRow,
  type NewLink,
  findInvitation,
  insertToken,
  isTokenAlive,
  lockInvitation,
  removeSpentTokens,
  revokeTokens,
} from './invitation-tokens.repository.ts'

export { type InvitationRow, isTokenAlive, lockInvitation, useToken } from './invitation-tokens.repository.ts'

/**
 * Revokes all links of a client's invitation, mailed or shared, and its code (product §4). Ending an invitation,
 * sending it again and changing its address call this under the client's lock.
 */
export async function killInvitationTokens(
  deps: Deps,
  tx: Transaction<DB>,
  clientId: ClientId,
): Promise<void> {
  await revokeTokens(tx, clientId, deps.clock.now())
  await removeCode(tx, clientId)
}

/**
 * A new secret for an open invitation; only its hash is stored. `mail` is for mails to the invited address and for
 * people who have verified it; `shared` for all others. Undefined if the invitation is not open any more.
 */
export async function mintInvitationToken(
  deps: Deps,
  link: NewLink,
  db: Kysely<DB> = deps.db,
): Promise<string | undefined> {
  const token = deps.tokens.newLinkToken()
  const hashed = { ...link, tokenHash: deps.tokens.hashLinkToken(token) }
  return (await insertToken(db, hashed, deps.clock.now(), INVITATION_MS)) ? token : undefined
}

/**
 * Replaces a link by another of the same kind, as long as the old one is valid. A revoked link cannot be replaced
 * (product §4), no matter when it is used.
 */
export function renewInvitationToken(
  deps: Deps,
  clientId: ClientId,
  heldHash: Buffer,
): Promise<string | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    // Under the client's lock, a revocation runs either completely before this or completely after.
    const held = await lockInvitation(tx, clientId, heldHash)
    if (!held || !(await isTokenAlive(tx, heldHash))) return undefined
    return mintInvitationToken(deps, { clientId, kind: held.tokenKind }, tx)
  })
}

/** The address of a link. It starts with PUBLIC_URL, never with a request's Host header. */
export function invitationUrl({ config }: Deps, clientId: ClientId, token: string): string {
  return `${config.publicUrl}/invitation/${clientId}?t=${token}`
}

/** The open invitation of a link. Without a valid token nobody learns whether it exists. */
export async function requireOpenLink(deps: Deps, clientId: ClientId, token: string): Promise<InvitationRow> {
  return requireOpen(deps, await findInvitation(deps.db, clientId, deps.tokens.hashLinkToken(token)))
}

/** @throws Refusal what happened to the invitation, unless it is open */
export function requireOpen(deps: Deps, row: InvitationRow | undefined): InvitationRow {
  const invitation = found(row, 'invitation.not_found')
  const closed = whyClosed(invitation, deps.clock.now())
  if (closed) throw new Refusal(closed)
  return invitation
}

/** Removes links and codes that ended before an instant, at most `most` of each. @returns the larger number */
export async function forgetSpentTokens(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return Math.max(await removeSpentTokens(tx, before, most), await removeOldCodes(tx, before, most))
}
