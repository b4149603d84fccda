import type { Kysely, Transaction } from 'kysely'
import type { GoogleData } from '#contract/account/auth.ts'
import { epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { found } from '../../refusal.ts'
import * as flows from './flows.repository.ts'
import { TICKET_MS } from './identities.domain.ts'

export type { Ticket } from './flows.repository.ts'

/** A ticket for the provider's data about a person: valid once, for minutes, in the browser that began the flow. */
export async function issueTicket(deps: Deps, proved: flows.Ticket, browserHash: Buffer): Promise<string> {
  const ticket = deps.tokens.newLinkToken()
  const now = deps.clock.now()
  const ticketHash = deps.tokens.hashLinkToken(ticket)
  const expiresAt = epochMs(now + TICKET_MS)
  await flows.insertTicket(deps.db, { ...proved, ticketHash, browserHash, expiresAt }, now)
  return ticket
}

/** The data of a ticket; it stays valid. @throws Refusal `auth.google_ticket` */
export async function lookAtTicket(
  deps: Deps,
  db: Kysely<DB>,
  { ticket }: GoogleData,
  browser: string,
): Promise<flows.Ticket> {
  const { tokens } = deps
  const row = await flows.findTicket(
    db,
    tokens.hashLinkToken(ticket),
    tokens.hashLinkToken(browser),
    deps.clock.now(),
  )
  return found(row, 'auth.google_ticket')
}

/**
 * Uses a ticket up, in the transaction of its use: if that is refused, the ticket stays valid.
 * @throws Refusal `auth.google_ticket` if it was used, expired, or belongs to another browser
 */
export async function redeemTicket(
  deps: Deps,
  tx: Transaction<DB>,
  { ticket }: GoogleData,
  browser: string,
): Promise<flows.Ticket> {
  const { tokens } = deps
  const row = await flows.useTicket(
    tx,
    tokens.hashLinkToken(ticket),
    tokens.hashLinkToken(browser),
    deps.clock.now(),
  )
  return found(row, 'auth.google_ticket')
}
