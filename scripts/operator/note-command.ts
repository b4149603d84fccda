// What an operator did, in the audit log, by commands that open nothing of the server but its database.
import { sql } from 'kysely'
import { auditOperator } from '#server/modules/audit/audit.service.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type DatabaseConnection, createDatabase } from '#server/platform/postgres/postgres.ts'
import { systemClock } from '#time/clock.ts'
import { operatorName } from './operator-name.ts'

/**
 * Notes a command, under the name of the user of this machine. The database of a release before there was such a log has
 * none until a newer one migrates it.
 */
export async function noteCommand(connection: DatabaseConnection, command: string): Promise<void> {
  const database = createDatabase(connection, { size: 1 })
  try {
    const log = sql<{ name: string | null }>`select to_regclass('public.audit_entries') as name`
    if ((await log.execute(database.db)).rows[0]!.name === null) return
    const newId = <Id extends string>() => uuidv7(systemClock.now()) as Id
    const noting = { db: database.db, clock: systemClock, newId }
    await auditOperator(noting, { kind: 'operator.acted', operator: operatorName(), command })
  } finally {
    await database.close()
  }
}
