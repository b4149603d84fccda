import { type Kysely, type Transaction, sql } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { LinkKind } from './invitation-links.domain.ts'

/** An invitation, found through one of its links. */
export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/** The invitation of a link's secret: the id alone finds nothing (product §4). */
export function findInvitation(db: Kysely<DB>, clientId: ClientId, tokenHash: Buffer) {
  return selectInvitation(db, clientId, tokenHash).executeTakeFirst()
}

/** The same, with the client locked until the transaction ends: answers to one invitation wait for each other. */
export function lockInvitation(tx: Transaction<DB>, clientId: ClientId, tokenHash: Buffer) {
  return selectInvitation(tx, clientId, tokenHash).forUpdate('c').executeTakeFirst()
}

function selectInvitation(db: Kysely<DB>, clientId: ClientId, tokenHash: Buffer) {
  return db
    .selectFrom('invitation_tokens as t')
    .innerJoin('clients as c', 'c.id', 't.client_id')
    .innerJoin('coaches as p', 'p.id', 'c.coach_id')
    .innerJoin('users as coach', 'coach.id', 'c.coach_id')
    .where('t.token_hash', '=', tokenHash)
    .where('t.client_id', '=', clientId)
    .select((row) => [
      'c.id as clientId',
      'c.coach_id as coachId',
      'c.name',
      'c.last_name as lastName',
      'c.email',
      'c.timezone',
      'c.city',
      'c.role',
      'c.status',
      'c.invited_at as invitedAt',
      't.expires_at as expiresAt',
      't.used_at as usedAt',
      't.revoked_at as revokedAt',
      't.kind as tokenKind',
      'p.company_name as companyName',
      'p.color_ui as colorUI',
      'p.logo_id as logoId',
      'coach.name as coachName',
      'coach.last_name as coachLastName',
      'coach.country as coachCountry',
      'coach.language as coachLanguage',
      row
        .exists(row.selectFrom('users').whereRef('users.email', '=', 'c.email').select('users.id'))
        .as('accountExists'),
      row
        .exists(
          row
            .selectFrom('group_members as m')
            .innerJoin('groups as g', 'g.id', 'm.group_id')
            .whereRef('m.client_id', '=', 'c.id')
            .where('m.status', '=', 'invited')
            .where('g.status', 'in', ['finished', 'archived'])
            .select('m.id'),
        )
        .$castTo<boolean>()
        .as('groupOver'),
    ])
}

/** A link to be made. `email`: the address that it goes to or that is proved; without the invitation at it, no link is made. */
export type NewLink = { clientId: ClientId; kind: LinkKind; email?: string }

/** Inserts a link of an open invitation, valid until the invitation expires; false if it is not open any more. */
export async function insertToken(
  db: Kysely<DB>,
  { clientId, kind, email, tokenHash }: NewLink & { tokenHash: Buffer },
  now: EpochMs,
  lifeMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('invitation_tokens')
    .columns(['token_hash', 'client_id', 'kind', 'created_at', 'expires_at'])
    .expression((query) =>
      query
        .selectFrom('clients')
        .where('id', '=', clientId)
        .where('status', '=', 'invited')
        .$if(email !== undefined, (client) => client.where('email', '=', email!))
        // Waits for a change of the address or the state that is under way, and sees it.
        .forShare()
        .select((row) => [
          row.val(tokenHash).as('token_hash'),
          'id',
          row.val(kind).as('kind'),
          toTimestamp(now).as('created_at'),
          sql<EpochMs>`invited_at + ${`${lifeMs} milliseconds`}::interval`.as('expires_at'),
        ]),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Revokes all links of an invitation. */
export async function revokeTokens(tx: Transaction<DB>, clientId: ClientId, at: EpochMs): Promise<void> {
  await tx
    .updateTable('invitation_tokens')
    .set({ revoked_at: toTimestamp(at) })
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Marks the link that an invitation was accepted through. */
export async function useToken(tx: Transaction<DB>, tokenHash: Buffer, at: EpochMs): Promise<void> {
  await tx
    .updateTable('invitation_tokens')
    .set({ used_at: toTimestamp(at) })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Whether a link is valid; under the client's lock it cannot be revoked. */
export async function isTokenAlive(tx: Transaction<DB>, tokenHash: Buffer): Promise<boolean> {
  const token = await tx
    .selectFrom('invitation_tokens')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .select('token_hash')
    .executeTakeFirst()
  return token !== undefined
}

/** Removes links that were used, revoked or ran out before an instant: at most `most`. @returns how many */
export async function removeSpentTokens(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation_tokens')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('invitation_tokens')
        .where(sql<boolean>`least(used_at, revoked_at, expires_at) < ${toTimestamp(before)}`)
        .select('token_hash')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
