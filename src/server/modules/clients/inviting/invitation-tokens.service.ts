import type { Kysely, Transaction } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal, found } from '#server/refusal.ts'
import { INVITATION_MS } from '#server/modules/clients/clients.domain.ts'
import { removeCode, removeOldCodes } from './invitation-codes.repository.ts'
import { type LinkKind, whyClosed } from './invitation-links.domain.ts'
import {
  type InvitationRow,
  findInvitation,
  insertToken,
  isTokenAlive,
  lockInvitation,
  removeSpentTokens,
  revokeTokens,
} from './invitation-tokens.repository.ts'

export { type InvitationRow, isTokenAlive, lockInvitation, useToken } from './invitation-tokens.repository.ts'

/**
 * Makes everything useless that opens a client's invitation so far: links that were mailed or shared, and the code
 * (product §4). Whoever ends an invitation, sends it again or changes its address calls this under the client's lock.
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
 * A fresh secret that opens an open invitation; only its hash is kept. `mail` is for whoever has shown that the
 * invited address is theirs, or for a mail to it; `shared` for every other hand. Undefined when the invitation is open
 * no more.
 */
export async function mintInvitationToken(
  deps: Deps,
  clientId: ClientId,
  kind: LinkKind,
  db: Kysely<DB> = deps.db,
): Promise<string | undefined> {
  const token = deps.tokens.newLinkToken()
  const link = { clientId, kind, tokenHash: deps.tokens.hashLinkToken(token) }
  return (await insertToken(db, link, deps.clock.now(), INVITATION_MS)) ? token : undefined
}

/**
 * Another secret for whoever came with one, of its kind and as long as that one stands. A link that was killed makes
 * no new ones (product §4), however long its holder was away.
 */
export function renewInvitationToken(
  deps: Deps,
  clientId: ClientId,
  heldHash: Buffer,
): Promise<string | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    // Under the client's lock whoever kills links comes wholly before this or wholly after.
    const held = await lockInvitation(tx, clientId, heldHash)
    if (!held || !(await isTokenAlive(tx, heldHash))) return undefined
    return mintInvitationToken(deps, clientId, held.tokenKind, tx)
  })
}

/** Where a link leads. It starts with PUBLIC_URL, never with what a request says its host is. */
export function invitationUrl({ config }: Deps, clientId: ClientId, token: string): string {
  return `${config.publicUrl}/invitation/${clientId}?t=${token}`
}

/** The open invitation behind a link. Without a real token nobody learns whether it exists. */
export async function requireOpenLink(deps: Deps, clientId: ClientId, token: string): Promise<InvitationRow> {
  return requireOpen(deps, await findInvitation(deps.db, clientId, deps.tokens.hashLinkToken(token)))
}

/** @throws Refusal what became of the invitation, unless it is open */
export function requireOpen(deps: Deps, row: InvitationRow | undefined): InvitationRow {
  const invitation = found(row, 'invitation.not_found')
  const closed = whyClosed(invitation, deps.clock.now())
  if (closed) throw new Refusal(closed)
  return invitation
}

/** Forgets links and codes that ended before an instant, at most `most` of each; answers the larger number. */
export async function forgetSpentTokens(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return Math.max(await removeSpentTokens(tx, before, most), await removeOldCodes(tx, before, most))
}
