// The audit log of a large installation: how fast its entries are sealed, and how long it takes to verify them all.
import { sql } from 'kysely'
import { sealEntries } from '#server/modules/audit/sealing.service.ts'
import { verifyLog } from '#server/modules/audit/verifying.service.ts'
import type { Deps } from '#server/deps.ts'
import { writeLongLog } from '#test/support/audit/long-log.ts'
import { systemClock } from '#time/clock.ts'
import type { BenchDatabase } from '../database.ts'

export type AuditFigures = {
  entries: number
  sealedPerSecond: number
  verifySeconds: number
  /** How much more memory the process had at most while it verified, in MB. */
  growthMb: number
}

/** What sealing and verifying use of a running Norte. */
const partsOf = ({ db }: BenchDatabase) => ({ db, clock: systemClock }) as Deps

/** Writes so many entries with personal details, seals them and verifies the chain. */
export async function benchAudit(database: BenchDatabase, entries: number): Promise<AuditFigures> {
  const deps = partsOf(database)
  await writeLongLog(database.db, entries)
  const sealing = performance.now()
  const sealed = await sealEntries(deps)
  const sealedPerSecond = (sealed * 1_000) / (performance.now() - sealing)
  await sql`analyze`.execute(database.db)

  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const verifying = performance.now()
  const { seals, broken } = await verifyLog(deps)
  const verifySeconds = (performance.now() - verifying) / 1_000
  clearInterval(watch)
  if (broken || seals < entries) throw new Error(`Verified ${seals} of ${entries}: ${JSON.stringify(broken)}`)
  return { entries, sealedPerSecond, verifySeconds, growthMb: (most - before) / 1_048_576 }
}
