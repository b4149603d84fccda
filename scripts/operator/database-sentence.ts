import type { Config } from '#server/config.ts'
import { isOutOfRoom } from '#server/platform/disk-space.ts'
import { isDatabaseAway } from '#server/platform/postgres/database-away.ts'
import { codeOf } from '#server/start-failure.ts'

/** What an operator is told whose command could not reach the database; undefined if something else is wrong. */
export function databaseSentence(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  error: unknown,
): string | undefined {
  if (isOutOfRoom(error)) return undefined
  if (databaseUrl !== undefined)
    return isDatabaseAway(error)
      ? `The database of DATABASE_URL does not answer (${String(error)})`
      : undefined
  if (isDatabaseAway(error))
    return `The database of ${dataDir} does not answer: is Norte running? (${String(error)})`
  return isForbidden(error)
    ? `The database of ${dataDir} is another user's: run this as the user of Norte (${String(error)})`
    : undefined
}

/** Whether the socket, or a folder on the way to it, is another user's. Of other files they say so themselves. */
const isForbidden = (error: unknown) =>
  codeOf(error) === 'EACCES' && (error as NodeJS.ErrnoException).syscall === 'connect'
