// The SQL of the product's routes: captured from the repositories while they run, so that the bare server runs the same
// queries.
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { PracticeActionsQuery, listClientActions } from '#contract/actions/actions.ts'
import { ClientListQuery } from '#contract/clients.ts'
import { ResourceListQuery } from '#contract/resources/resources.ts'
import type { ClientId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { localesFolder } from '#server/folders.ts'
import { listOfClient } from '#server/modules/actions/client-actions.repository.ts'
import { listOfPractice } from '#server/modules/actions/practice-actions.repository.ts'
import { findMe } from '#server/modules/auth/auth.repository.ts'
import { loadActor } from '#server/modules/auth/auth.service.ts'
import { listClients } from '#server/modules/clients/list/client-list.repository.ts'
import { filterOf } from '#server/modules/clients/list/client-list.service.ts'
import { getDashboard } from '#server/modules/dashboard/dashboard.service.ts'
import { searchNotes } from '#server/modules/notes/note-search.repository.ts'
import { wordsInTexts } from '#server/modules/resources/resources.domain.ts'
import { listResources } from '#server/modules/resources/resources.repository.ts'
import { createTexts } from '#server/platform/texts.ts'
import type { Actor } from '#server/policy/actor.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { systemClock } from '#time/clock.ts'
import type { Signed } from './practice.ts'

export type Statement = { text: string; values: unknown[] }

/** The query string of a list as a browser sends it. */
export type Query = Record<string, string>

/** The queries of a list of clients: the rows of a page, and the count of all that match. */
export function clientListStatements(pool: pg.Pool, coach: Signed, sent: Query = {}): Promise<Statement[]> {
  const query = ClientListQuery.parse(sent)
  const filter = filterOf(query)
  return rowsThenCount(
    sentBy(pool, (db) => listClients(db, scopeOfPractice(coach.userId), filter, query, systemClock.now())),
  )
}

/** The one query of auth/me. */
export function meStatements(pool: pg.Pool, coach: Signed): Promise<Statement[]> {
  return sentBy(pool, (db) => findMe(db, coach.membershipId))
}

/** The queries of a dashboard: a coach's, or that of one of their clients. */
export async function dashboardStatements(
  pool: pg.Pool,
  coach: Signed,
  client?: Signed,
): Promise<Statement[]> {
  const texts = createTexts(localesFolder)
  // What presents the rows needs no more of the product than this.
  const depsOf = (db: Kysely<DB>) =>
    ({ db, texts, payments: { provider: 'sandbox' }, clock: systemClock }) as unknown as Deps
  let actor: Actor | undefined
  await sentBy(pool, async (db) => {
    actor = await loadActor(depsOf(db), (client ?? coach).authSessionId)
  })
  return sentBy(pool, (db) => getDashboard(depsOf(db), actor!))
}

/** The queries of the list of a practice's actions: rows and count. */
export function actionListStatements(pool: pg.Pool, coach: Signed, sent: Query = {}): Promise<Statement[]> {
  const query = PracticeActionsQuery.parse(sent)
  return rowsThenCount(
    sentBy(pool, (db) => listOfPractice(db, scopeOfPractice(coach.userId), query, systemClock.now())),
  )
}

/** The queries of the list of a client's actions: rows and counts. */
export async function clientActionStatements(
  pool: pg.Pool,
  coach: Signed,
  clientId: ClientId,
  sent: Query = {},
): Promise<Statement[]> {
  const { status, ...page } = listClientActions.query.parse(sent)
  const scope = scopeOfPractice(coach.userId)
  const queries = await sentBy(pool, (db) => listOfClient(db, scope, clientId, status, page))
  const isCount = ({ text }: Statement) => text.includes('as "all"')
  return [...queries.filter((one) => !isCount(one)), ...queries.filter(isCount)]
}

/** The queries of the library: rows and count. */
export function resourceListStatements(pool: pg.Pool, coach: Signed, sent: Query = {}): Promise<Statement[]> {
  const query = ResourceListQuery.parse(sent)
  const words = wordsInTexts(query.search ?? '')
  return rowsThenCount(
    sentBy(pool, (db) => listResources(db, scopeOfPractice(coach.userId), { ...query, words })),
  )
}

/** The queries of a search of notes: rows and count. */
export function noteSearchStatements(
  pool: pg.Pool,
  coach: Signed,
  words: readonly string[],
): Promise<Statement[]> {
  const page = { items: 10, page: 1 }
  return rowsThenCount(sentBy(pool, (db) => searchNotes(db, scopeOfPractice(coach.userId), { words }, page)))
}

/** In this order, whichever was answered first. */
async function rowsThenCount(sent: Promise<Statement[]>): Promise<Statement[]> {
  const isCount = ({ text }: Statement) => text.startsWith('select count(*)')
  const queries = await sent
  return [...queries.filter((one) => !isCount(one)), ...queries.filter(isCount)]
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
