// A restore compared with pg_restore of the same rows, into the same PostgreSQL, in turn.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStores } from '#server/backup/contents.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { QUEUES } from '#server/events/queues.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createLogger } from '#server/platform/logger.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'
import { manyRows } from '#test/support/backups/many-rows.ts'
import { startDebianPostgres } from '#test/support/servers/debian-postgres.ts'
import { show, spread, verdict } from '../spread.ts'

/** How much slower than pg_restore, which checks no sums, a restore may be. */
const MOST = 1.3
const CLIENTS = 5_000
const MESSAGES = 150_000
const NOTES = 20_000

/** Prints how long both take, and their ratio. */
export async function printRestores(rounds: number): Promise<void> {
  const postgres = await startDebianPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'norte-bench-'))
  const tool = (name: string, ...args: string[]) =>
    execFileSync(join(postgres.programs, name), args, { stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const url = await postgres.createDatabase()
    await fill(url)
    const dump = join(folder, 'dump')
    const dumpMs = await timed(async () => tool('pg_dump', '-Fc', '-f', dump, url))
    const dataDir = join(folder, 'data')
    const parts = { folder: join(folder, 'backups'), keep: 1, key: undefined, dataDir, connection: { url } }
    const stores = await openStores({ dataDir, s3: undefined })
    const backupMs = await timed(() => makeBackup({ ...parts, stores }))
    const ratios: number[] = []
    const seconds: { theirs: number[]; ours: number[] } = { theirs: [], ours: [] }
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await postgres.createDatabase(), await postgres.createDatabase()]
      const theirs = await timed(async () => tool('pg_restore', '--no-owner', '-d', one, dump))
      const into = join(folder, `restored-${round}`)
      const place = { dataDir: into, databaseUrl: other, s3: undefined, name: undefined }
      const ours = await timed(() => restoreBackup({ ...parts, ...place, say: () => undefined }))
      ratios.push(ours / theirs)
      seconds.theirs.push(theirs / 1000)
      seconds.ours.push(ours / 1000)
    }
    const ratio = spread(ratios)
    const megabytes = (await stat(dump)).size / 1_000_000
    console.log(
      `\nRestore of ${MESSAGES} messages and ${NOTES} notes into PostgreSQL ${postgres.version} (dump of ${megabytes.toFixed(0)} MB), s (least – median – most)`,
    )
    console.log(`  pg_restore   ${show(spread(seconds.theirs))}`)
    console.log(`  npm run restore, sums, rules and counts checked   ${show(spread(seconds.ours))}`)
    console.log(`  ratio        ${show(ratio)}   (≤ ${MOST}: ${verdict(ratio.median <= MOST)})`)
    console.log(
      `Backup: pg_dump ${(dumpMs / 1000).toFixed(1)} s, npm run backup ${(backupMs / 1000).toFixed(1)} s`,
    )
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(url: string): Promise<void> {
  const database = createDatabase({ url }, { size: 1, answerWithinMs: 600_000 })
  try {
    await migrate(database.pool)
    const log = createLogger('silent')
    await (await createJobs(database.connection, { queues: QUEUES, log, supervise: false })).stop()
    await database.pool.query('set statement_timeout = 0')
    await database.pool.query(manyRows({ clients: CLIENTS, messages: MESSAGES, notes: NOTES }))
  } finally {
    await database.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
