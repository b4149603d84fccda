// Writes src/server/db/schema.ts from a newly migrated database; --check only compares.
import { writeFile } from 'node:fs/promises'
import { copyTemplate, startTestServer } from '../../test/support/postgres.ts'
import { schemaFile, schemaIsCurrent, schemaTypes } from './schema-types.ts'

const server = await startTestServer()
try {
  const database = await copyTemplate(server)
  if (!process.argv.includes('--check')) await writeFile(schemaFile, await schemaTypes(database.url))
  else if (!(await schemaIsCurrent(database.url))) {
    console.error('src/server/db/schema.ts differs from the migrations: run node scripts/database/schema.ts')
    process.exitCode = 1
  }
  await database.close()
} finally {
  await server.stop()
}
