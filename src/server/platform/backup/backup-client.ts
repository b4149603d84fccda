import pg from 'pg'
import { type DatabaseConnection, targetOf } from '../postgres/postgres.ts'

/** Opens one connection for a backup or a restore: no statement on it has a time limit. The caller ends it. */
export async function openBackupClient(connection: DatabaseConnection): Promise<pg.Client> {
  const client = new pg.Client({
    ...targetOf(connection),
    application_name: 'norte-backup',
    options:
      '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // A connection that breaks fails the statement under way, or the next one.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
