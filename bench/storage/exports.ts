// The archive of a large practice: how much memory writing it takes, and for how long it keeps requests waiting.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { UserId } from '#contract/values.ts'
import { createArchives } from '#server/beside/archives.ts'
import { openFileStores } from '#server/platform/files/file-stores.ts'
import { writePractice } from '#test/support/exports/large-practice.ts'
import { systemClock } from '#time/clock.ts'
import type { BenchDatabase } from '../database.ts'
import { verdict } from '../spread.ts'

/** The coach of the practice. */
export const COACH = '00000000-0000-7000-8000-000000000001' as UserId
export const CLIENTS = 1_000
export const SESSIONS = 20_000
export const MESSAGES = 50_000
export const FILES = 82
const FILE_BYTES = 25 * 1_048_576

/** The most memory that an archive may add to a process, in MB (issue 17). */
export const MOST_MB = 150

/** Writes the archive of a practice with 2 GB of files, and prints what it takes. */
export async function printExports(database: BenchDatabase): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-bench-'))
  try {
    const stores = await openFileStores({ dataDir: folder, s3: undefined })
    await fill(database, stores.resourceFiles)
    const archives = createArchives(database.connection, { dataDir: folder, s3: undefined })
    const order = { userId: COACH, path: join(folder, 'archive.zip'), madeAt: systemClock.now() }
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const start = performance.now()
    const written = await archives.write(order, async () => true)
    const seconds = (performance.now() - start) / 1_000
    delay.disable()
    clearInterval(watch)
    const growth = (most - before) / 1_048_576
    const ms = (value: number) => (value / 1e6).toFixed(0)
    console.log(
      `\nArchive of ${CLIENTS} clients, ${SESSIONS} sessions, ${MESSAGES} messages and ${FILES} files: ${(written!.byteSize / 1e9).toFixed(2)} GB in ${seconds.toFixed(1)} s`,
    )
    console.log(`  memory        +${growth.toFixed(0)} MB   (≤ ${MOST_MB}: ${verdict(growth <= MOST_MB)})`)
    console.log(
      `  event loop    p50 ${ms(delay.percentile(50))} ms, p99 ${ms(delay.percentile(99))} ms, most ${ms(delay.max)} ms`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the practice, with 2 GB of files. */
export function fill(
  { db }: BenchDatabase,
  resourceFiles: Awaited<ReturnType<typeof openFileStores>>['resourceFiles'],
): Promise<void> {
  const size = {
    clients: CLIENTS,
    sessions: SESSIONS,
    messages: MESSAGES,
    files: FILES,
    fileBytes: FILE_BYTES,
  }
  return writePractice(db, resourceFiles, COACH, size)
}
