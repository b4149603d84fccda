import type { Kysely, Transaction } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, found } from '../../refusal.ts'
import { INVITATION_MS } from '../clients/clients.domain.ts'
import { whyClosed } from './invitations.domain.ts'
import {
  type InvitationRow,
  findInvitation,
  insertToken,
  isTokenAlive,
  lockInvitation,
  removeSpentTokens,
  revokeTokens,
} from './invitations.repository.ts'

/** Makes every link mailed so far for a client's invitation useless (product §4). */
export function killInvitationTokens(deps: Deps, tx: Transaction<DB>, clientId: ClientId): Promise<void> {
  return revokeTokens(tx, clientId, deps.clock.now())
}

/**
 * A fresh secret that opens an open invitation, for whoever has shown that the invited address is theirs; only its
 * hash is kept. Undefined when the invitation is open no more.
 */
export async function mintInvitationToken(
  deps: Deps,
  clientId: ClientId,
  db: Kysely<DB> = deps.db,
): Promise<string | undefined> {
  const token = deps.tokens.newLinkToken()
  const hash = deps.tokens.hashLinkToken(token)
  return (await insertToken(db, clientId, hash, deps.clock.now(), INVITATION_MS)) ? token : undefined
}

/**
 * Another secret for whoever came with one: as long as that one stands. A link that was killed makes no new ones
 * (product §4), however long its holder was away.
 */
export function renewInvitationToken(
  deps: Deps,
  clientId: ClientId,
  heldHash: Buffer,
): Promise<string | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    // Under the client's lock whoever kills links comes wholly before this or wholly after.
    const held = await lockInvitation(tx, clientId, heldHash)
    return held && (await isTokenAlive(tx, heldHash)) ? mintInvitationToken(deps, clientId, tx) : undefined
  })
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

/** Forgets links that were used or revoked before an instant, at most `most`; answers how many. */
export function forgetSpentTokens(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return removeSpentTokens(tx, before, most)
}
