// The PostgreSQL of the throughput runs: the embedded one, as durable as in production, for both servers at once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { createDatabase, type Database } from '#server/platform/postgres/postgres.ts'

export type BenchDatabase = Database & {
  /** For servers in other processes. */
  url: string
  folder: string
  /** Has each commit wait this much longer, as for a disk that is not the one of this machine; 0 for its own alone. */
  slowDown(ms: number): Promise<void>
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
    async slowDown(ms) {
      const admin = new pg.Client(server.admin)
      await admin.connect()
      await admin.query('alter system set commit_siblings = 0')
      await admin.query(`alter system set commit_delay = ${ms * 1000}`)
      await admin.query('select pg_reload_conf()')
      await admin.end()
    },
    async close() {
      await database.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
