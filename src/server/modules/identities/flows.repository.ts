import type { Kysely, Transaction } from 'kysely'
import type { AuthSessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { FlowAim } from './identities.domain.ts'

/** The purpose of a flow and its context: the sign-in to link to, or the invitation's link. */
export type FlowStart = FlowAim & { linkSessionId: AuthSessionId | null; invitationTokenHash: Buffer | null }

/** A sign-in through the provider, in progress. */
export type NewFlow = FlowStart & {
  stateHash: Buffer
  browserHash: Buffer
  nonce: string
  codeVerifier: string
  expiresAt: EpochMs
}

/** The provider's data, waiting for the browser that began the flow. */
export type NewTicket = {
  ticketHash: Buffer
  browserHash: Buffer
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string
  lastName: string
  expiresAt: EpochMs
}

export type Ticket = NonNullable<Awaited<ReturnType<typeof findTicket>>>

// How many expired rows one write removes, so that it never takes long.
const AT_ONCE = 100

/** Stores a flow, and removes some expired ones. */
export async function insertFlow(db: Kysely<DB>, flow: NewFlow, at: EpochMs): Promise<void> {
  await db
    .with('forgotten', (table) =>
      table
        .deleteFrom('oidc_flows')
        .where('state_hash', 'in', (query) =>
          query
            .selectFrom('oidc_flows')
            .select('state_hash')
            .where('expires_at', '<', toTimestamp(at))
            .limit(AT_ONCE)
            .forUpdate()
            .skipLocked(),
        ),
    )
    .insertInto('oidc_flows')
    .values({
      state_hash: flow.stateHash,
      browser_hash: flow.browserHash,
      nonce: flow.nonce,
      code_verifier: flow.codeVerifier,
      return_to: flow.returnTo,
      link_user_id: flow.linkUserId,
      link_session_id: flow.linkSessionId,
      invitation_client_id: flow.invitationClientId,
      invitation_token_hash: flow.invitationTokenHash,
      created_at: toTimestamp(at),
      expires_at: toTimestamp(flow.expiresAt),
    })
    .execute()
}

/** Deletes and returns a flow, only for the browser that began it: each can be finished once. */
export function takeFlow(db: Kysely<DB>, stateHash: Buffer, browserHash: Buffer, now: EpochMs) {
  return db
    .deleteFrom('oidc_flows')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', toTimestamp(now))
    .returning([
      'nonce',
      'code_verifier as codeVerifier',
      'return_to as returnTo',
      'link_user_id as linkUserId',
      'link_session_id as linkSessionId',
      'invitation_client_id as invitationClientId',
      'invitation_token_hash as invitationTokenHash',
    ])
    .executeTakeFirst()
}

/** Keeps a ticket, and forgets some that have run out. */
export async function insertTicket(db: Kysely<DB>, ticket: NewTicket, at: EpochMs): Promise<void> {
  await db
    .with('forgotten', (table) =>
      table
        .deleteFrom('oidc_tickets')
        .where('ticket_hash', 'in', (query) =>
          query
            .selectFrom('oidc_tickets')
            .select('ticket_hash')
            .where('expires_at', '<', toTimestamp(at))
            .limit(AT_ONCE)
            .forUpdate()
            .skipLocked(),
        ),
    )
    .insertInto('oidc_tickets')
    .values({
      ticket_hash: ticket.ticketHash,
      browser_hash: ticket.browserHash,
      issuer: ticket.issuer,
      subject: ticket.subject,
      email: ticket.email,
      email_verified: ticket.emailVerified,
      name: ticket.name,
      last_name: ticket.lastName,
      created_at: toTimestamp(at),
      expires_at: toTimestamp(ticket.expiresAt),
    })
    .execute()
}

const TICKET = [
  'issuer',
  'subject',
  'email',
  'email_verified as emailVerified',
  'name',
  'last_name as lastName',
] as const

/** A ticket that is valid in this browser; reading it does not use it up. */
export function findTicket(db: Kysely<DB>, ticketHash: Buffer, browserHash: Buffer, now: EpochMs) {
  return db
    .selectFrom('oidc_tickets')
    .where('ticket_hash', '=', ticketHash)
    .where('browser_hash', '=', browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', toTimestamp(now))
    .select(TICKET)
    .executeTakeFirst()
}

/** Uses a ticket up. A concurrent call waits for the first and finds nothing, unless the first is rolled back. */
export function useTicket(tx: Transaction<DB>, ticketHash: Buffer, browserHash: Buffer, now: EpochMs) {
  return tx
    .updateTable('oidc_tickets')
    .set({ used_at: toTimestamp(now) })
    .where('ticket_hash', '=', ticketHash)
    .where('browser_hash', '=', browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', toTimestamp(now))
    .returning(TICKET)
    .executeTakeFirst()
}
