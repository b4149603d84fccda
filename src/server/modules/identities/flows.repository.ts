import type { Kysely, Transaction } from 'kysely'
import type { AuthSessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { FlowAim } from './identities.domain.ts'

/** What a flow was begun for, and with: the sign-in to link to, the invitation's link. */
export type FlowStart = FlowAim & { linkSessionId: AuthSessionId | null; invitationTokenHash: Buffer | null }

/** A sign-in on its way through the provider. */
export type NewFlow = FlowStart & {
  stateHash: Buffer
  browserHash: Buffer
  nonce: string
  codeVerifier: string
  expiresAt: EpochMs
}

/** What the provider said, waiting for the browser that asked for it. */
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

// As many as one write cleans up after others, so that it never takes long.
const AT_ONCE = 100

/** Keeps a flow, and forgets some that have run out. */
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

/** Takes a flow out of the world, for the browser that began it alone: each is answered once. */
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

/** A ticket that is good in this browser; looking does not use it up. */
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

/** Uses a ticket up. Of two at once the second waits for the first and finds none, unless the first is undone. */
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
