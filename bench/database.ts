// The PostgreSQL of the throughput runs: the embedded one, as durable as in production, for both servers at once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { createDatabase, type Database } from '#server/platform/postgres/postgres.ts'

export type BenchDatabase = Database & {
  /** For servers in other processes. */
  url: string
  folder: string
}

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-bench-'))
  const server = await startEmbeddedPostgres({ dataDir: folder })
  const database = createDatabase(server.connection, { size: 2 })
  await migrate(database.pool)
  const { host, port, user, database: name } = server.connection
  return {
    ...database,
    folder,
    url: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    async close() {
      await database.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
