import type { ConstructorOptions } from 'pg-boss'
import { openLine } from '#server/platform/realtime/line.ts'
import type { Logger } from '../logger.ts'
import { statementNames } from '#server/platform/postgres/prepared-statements.ts'
import { createPool, type DatabaseConnection, UNLIMITED } from '#server/platform/postgres/postgres.ts'

type BossDatabase = NonNullable<ConstructorOptions['db']>

export type JobDatabase = {
  /** The job queue's access. */
  boss: BossDatabase
  /** Runs any other statement on the same pool. */
  query: BossDatabase['executeSql']
  /** From here on every statement has a time limit; before, the queue may migrate its tables, which can take long. */
  limit(): void
  close(): Promise<void>
}

/** Statements over thousands of jobs (retention, statistics) may take longer than those of requests. */
const ANSWER_MS = 60_000

/**
 * The connections of the job queue. Its own would end the process when one breaks in use, wait up to 30 s before
 * reconnecting to a lost database, and have no time limit.
 */
export function openJobDatabase(
  connection: DatabaseConnection,
  { log, onBack }: { log: Logger; onBack: () => void },
): JobDatabase {
  const pool = createPool(connection, { max: 4, application_name: 'norte-jobs' }, (error) =>
    log.warn({ err: error }, 'job queue connection lost'),
  )
  let limits: { query_timeout: number } = UNLIMITED
  const nameOf = statementNames()
  // The table of jobs has partitions and many indexes: planning takes longer than running. A text without values may be
  // several statements, which cannot be prepared. If a plan is stale after another server's migration, the statement
  // fails and the pool closes its connection.
  const query: BossDatabase['executeSql'] = (text, values) => {
    const name = values?.length ? nameOf(text) : undefined
    return pool.query({ text, ...(values && { values }), ...(name && { name }), ...limits })
  }
  return {
    boss: {
      executeSql: query,
      listen: (channel, onMessage, onReconnect) =>
        openLine(connection, {
          name: 'norte-jobs',
          channel,
          onMessage,
          onBack: () => {
            onReconnect()
            onBack()
          },
          log,
        }),
    },
    query,
    limit: () => (limits = { query_timeout: ANSWER_MS }),
    close: () => pool.end(),
  }
}
