import type { Transaction } from 'kysely'
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
export async function mintInvitationToken(deps: Deps, clientId: ClientId): Promise<string | undefined> {
  const token = deps.tokens.newLinkToken()
  const hash = deps.tokens.hashLinkToken(token)
  return (await insertToken(deps.db, clientId, hash, deps.clock.now(), INVITATION_MS)) ? token : undefined
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
