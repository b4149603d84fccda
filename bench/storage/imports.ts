// The same practice read back from its archive: how much memory that takes, and for how long it keeps requests waiting.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { DataImportId, UserId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { EVENT_PLANS } from '#server/effects/plans/plan.ts'
import { localesFolder, threadTasksFile } from '#server/folders.ts'
import { openArchive } from '#server/modules/data-imports/archive/archive.service.ts'
import { lookThrough } from '#server/modules/data-imports/archive/reading.service.ts'
import { storeFiles } from '#server/modules/data-imports/writing/files.service.ts'
import { fillPractice } from '#server/modules/data-imports/writing/filling.service.ts'
import { freeSpace } from '#server/platform/disk-space.ts'
import { readContent } from '#server/platform/files/file-content.ts'
import { createArchives } from '#server/beside/archives.ts'
import { openFileStores } from '#server/platform/files/file-stores.ts'
import { openZip } from '#server/platform/files/unzip.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { createLogger } from '#server/platform/logger.ts'
import { createTexts } from '#server/platform/texts.ts'
import { type Threads, createThreads } from '#server/platform/threads/threads.ts'
import type { ThreadTasks } from '#server/beside/thread-tasks.ts'
import { systemClock } from '#time/clock.ts'
import type { BenchDatabase } from '../database.ts'
import { verdict } from '../spread.ts'
import { CLIENTS, COACH, FILES, MESSAGES, MOST_MB, SESSIONS, fill } from './exports.ts'

const IMPORTER = '00000000-0000-7000-8000-000000000002' as UserId
const IMPORT = '00000000-0000-7000-8000-000000000003' as DataImportId

/** Reads a practice with 2 GB of files into an empty one, and prints what it takes. */
export async function printImports(database: BenchDatabase): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-bench-'))
  const threads = createThreads<ThreadTasks>({ file: threadTasksFile, log: createLogger('silent') })
  try {
    const stores = await openFileStores({ dataDir: folder, s3: undefined })
    const deps = {
      ...stores,
      db: database.db,
      clock: systemClock,
      config: { dataDir: folder, resourceMaxBytes: 2 ** 40, resourceQuotaBytes: 2 ** 40 },
      freeSpace,
      texts: createTexts(localesFolder),
      openZip,
      threads,
      readContent,
      newId: () => uuidv7(systemClock.now()),
      eventPlans: EVENT_PLANS,
      jobs: { enqueue: async () => undefined },
    } as unknown as Deps
    const path = join(folder, 'archive.zip')
    await fill(database, stores.resourceFiles)
    const archives = createArchives(database.connection, { dataDir: folder, s3: undefined })
    await archives.write({ userId: COACH, path, madeAt: systemClock.now() }, async () => true)
    await addImporter(database)
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const times: [string, number][] = []
    let last = performance.now()
    const lap = (name: string) => {
      times.push([name, (performance.now() - last) / 1_000])
      last = performance.now()
    }
    const importer = {
      id: IMPORT,
      userId: IMPORTER,
      email: 'otra@correo.example',
      createdAt: systemClock.now(),
    }
    const archive = await openArchive(deps, path, IMPORTER)
    const looked = await lookThrough(deps, archive, importer)
    lap('looking at the rows')
    await storeFiles(deps, looked, importer, async () => true)
    lap('storing the files')
    await fillPractice(deps, looked, { importer, attempt: { id: IMPORT, attempt: 1 }, pictures: [] })
    lap('storing the rows')
    archive.zip.close()
    delay.disable()
    clearInterval(watch)
    const growth = (most - before) / 1_048_576
    const ms = (value: number) => (value / 1e6).toFixed(0)
    const seconds = times.map(([name, took]) => `${name} ${took.toFixed(1)} s`).join(', ')
    console.log(
      `\nImport of ${CLIENTS} clients, ${SESSIONS} sessions, ${MESSAGES} messages and ${FILES} files: ${seconds}`,
    )
    console.log(`  memory        +${growth.toFixed(0)} MB   (≤ ${MOST_MB}: ${verdict(growth <= MOST_MB)})`)
    console.log(
      `  event loop    p50 ${ms(delay.percentile(50))} ms, p99 ${ms(delay.percentile(99))} ms, most ${ms(delay.max)} ms`,
    )
    console.log(
      `  a hostile manifest keeps requests waiting for at most ${ms(await hostileManifest(threads))} ms`,
    )
  } finally {
    await threads.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The longest time in which nothing else went on while 8 MB of different names were parsed, in nanoseconds. */
async function hostileManifest(threads: Threads<ThreadTasks>): Promise<number> {
  const names = Array.from({ length: 900_000 }, (_, at) => `"${at.toString(36)}":0`)
  const bytes = Buffer.from(`{${names.join(',')}}`)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await threads.run('hostile', 'readManifest', bytes)
  delay.disable()
  return delay.max
}

async function addImporter({ db }: BenchDatabase): Promise<void> {
  await sql`
    insert into users (id, email, name, last_name, country, timezone, created_at, updated_at)
      values (${IMPORTER}, 'otra@correo.example', 'Eva', 'Luna', 'Mexico', 'America/Mexico_City', now(), now())`.execute(
    db,
  )
  await sql`insert into coaches (id, payment_status, created_at, updated_at) values (${IMPORTER}, 'active', now(), now())`.execute(
    db,
  )
  await sql`
    insert into data_imports (id, user_id, state, attempt, byte_size, created_at, expires_at)
      values (${IMPORT}, ${IMPORTER}, 'running', 1, 1, now(), now())`.execute(db)
}
