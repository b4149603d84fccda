import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { ClientRole, type Language } from '#contract/account/auth.ts'
import { CLIENT_COLUMNS } from '#contract/client-columns.ts'
import { ClientStatus } from '#contract/clients.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import type { AuditOrigin } from '../audit/audit.domain.ts'
import { audit } from '../audit/audit.service.ts'
import { wholeRecords } from '../clients/whole-records.service.ts'
import { countryNames } from '../countries/countries.service.ts'
import { type Labels, exportRow } from './export-rows.domain.ts'

/** Without a byte order mark Excel does not recognise UTF-8. */
export const MARK = '\uFEFF'
const NEWLINE = '\r\n'

/** GET: the clients of a list query, as CSV in the coach's language, which can be imported again; noted before it leaves. */
export async function exportClients(
  deps: Deps,
  actor: CoachActor,
  query: Parameters<typeof wholeRecords>[2],
  origin: AuditOrigin,
): Promise<{ stream: Readable; fileName: string }> {
  const { userId } = actor
  await deps.db
    .transaction()
    .execute((tx) => audit(deps, tx, { kind: 'clients.exported', userId, actor: userId, origin }))
  const date = dateOf(deps.clock.now(), actor.timezone)
  return {
    stream: Readable.from(csvOf(deps, actor, query)),
    fileName: deps.texts.text(actor.language, 'clientFiles:fileName', { date }),
  }
}

async function* csvOf(
  deps: Deps,
  actor: CoachActor,
  query: Parameters<typeof wholeRecords>[2],
): AsyncGenerator<string> {
  yield MARK + written([exportHeadings(deps, actor.language)])
  const labels = labelsOf(deps, actor.language)
  for await (const records of wholeRecords(deps, actor, query)) {
    yield written(records.map((record) => exportRow(record, labels)))
  }
}

/** Rows as lines of a CSV file (RFC 4180). */
export function written(rows: readonly string[][]): string {
  return Papa.unparse([...rows], { newline: NEWLINE }) + NEWLINE
}

/** The line of headings in a language: the columns of an import, and the state. */
export function exportHeadings(deps: Pick<Deps, 'texts'>, language: string): string[] {
  const columns = CLIENT_COLUMNS.map((column) => deps.texts.text(language, `clientFiles:columns.${column}`))
  return [...columns, deps.texts.text(language, 'clientFiles:status')]
}

/** A language's names for roles, states and countries. */
export function labelsOf(deps: Pick<Deps, 'texts'>, language: CoachActor['language']): Labels {
  const named = <T extends string>(options: readonly T[], keyOf: (option: T) => string) =>
    Object.fromEntries(options.map((option) => [option, deps.texts.text(language, keyOf(option))])) as Record<
      T,
      string
    >
  const countries = countryNames()
  return {
    roles: named(ClientRole.options, (role) => `clientFiles:roles.${role}`),
    statuses: named(ClientStatus.options, (status) => `clients:statuses.${status}`),
    countries: new Map(countries.map(({ common, names }) => [common, names[language as Language] ?? common])),
  }
}
