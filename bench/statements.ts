// The SQL of the product's routes: captured from the repositories while they run, so that the bare server runs the same
// queries.
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { ClientListQuery } from '#contract/clients.ts'
import type { DB } from '#server/db/schema.ts'
import { findMe } from '#server/modules/auth/auth.repository.ts'
import { listClients } from '#server/modules/clients/list/client-list.repository.ts'
import { filterOf } from '#server/modules/clients/list/client-list.service.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { systemClock } from '#time/clock.ts'
import type { Signed } from './practice.ts'

export type Statement = { text: string; values: unknown[] }

/** The query string of a list as a browser sends it. */
export type ClientQuery = Record<string, string>

/** The queries of a list of clients: the rows of a page, and the count of all that match. */
export async function clientListStatements(
  pool: pg.Pool,
  coach: Signed,
  sent: ClientQuery = {},
): Promise<Statement[]> {
  const query = ClientListQuery.parse(sent)
  const filter = filterOf(query)
  const queries = await sentBy(pool, (db) =>
    listClients(db, scopeOfPractice(coach.userId), filter, query, systemClock.now()),
  )
  // In this order, whichever was answered first.
  const isCount = ({ text }: Statement) => text.startsWith('select count(*)')
  return [...queries.filter((one) => !isCount(one)), ...queries.filter(isCount)]
}

/** The one query of auth/me. */
export function meStatements(pool: pg.Pool, coach: Signed): Promise<Statement[]> {
  return sentBy(pool, (db) => findMe(db, coach.membershipId))
}

async function sentBy(pool: pg.Pool, read: (db: Kysely<DB>) => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push({ text: query.sql, values: [...query.parameters] }),
  })
  await read(db)
  return sent
}
