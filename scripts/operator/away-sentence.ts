import type { Config } from '#server/config.ts'

/** What an operator is told whose command found no database. */
export function awaySentence(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  error: unknown,
): string {
  return databaseUrl === undefined
    ? `The database of ${dataDir} does not answer: is Norte running? (${String(error)})`
    : `The database of DATABASE_URL does not answer (${String(error)})`
}
