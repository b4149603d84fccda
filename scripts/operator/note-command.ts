// What an operator did, in the audit log, by commands that open nothing of the server but its database.
import { auditOperator } from '#server/modules/audit/audit.service.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type DatabaseConnection, createDatabase } from '#server/platform/postgres/postgres.ts'
import { systemClock } from '#time/clock.ts'
import { operatorName } from './operator-name.ts'

/** Notes a command, under the name of the user of this machine. */
export async function noteCommand(connection: DatabaseConnection, command: string): Promise<void> {
  const database = createDatabase(connection, { size: 1 })
  try {
    const newId = <Id extends string>() => uuidv7(systemClock.now()) as Id
    const noting = { db: database.db, clock: systemClock, newId }
    await auditOperator(noting, { kind: 'operator.acted', operator: operatorName(), command })
  } finally {
    await database.close()
  }
}
