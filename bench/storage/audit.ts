// The audit log of a large installation: how fast its entries are sealed, and how long it takes to verify them all.
import { sql } from 'kysely'
import { sealEntries } from '#server/modules/audit/sealing.service.ts'
import { verifyLog } from '#server/modules/audit/verifying.service.ts'
import type { Deps } from '#server/deps.ts'
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
  await write(database, entries)
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

const PART = 100_000

// As `audit` writes them: a sign-in a second, with ids of that second. In parts, because a statement ends after 20 s.
async function write({ db }: BenchDatabase, entries: number): Promise<void> {
  for (let from = 1; from <= entries; from += PART) {
    await sql`
      with made as (
        select (lpad(to_hex(1798000000000 + n * 1000), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as id,
          timestamptz '2026-12-23 00:00:00Z' + n * interval '1 second' as at,
          md5((n % 5000)::text)::uuid as person, decode(md5(n::text), 'hex') as salt,
          format('{"address":"203.0.%s.%s","userAgent":"Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"}',
            n / 250 % 250, n % 250) as personal
        from generate_series(${from}::bigint, ${Math.min(from + PART - 1, entries)}::bigint) as n
      ), entry as (
        insert into audit_entries (id, occurred_at, kind, user_id, actor, actor_user_id, detail, detail_hash)
        select id, at, 'sign_in.opened', person, 'person', person, '{"v":1,"way":"password"}',
          sha256(salt || convert_to(personal, 'UTF8'))
        from made
      ), detail as (
        insert into audit_details (entry_id, salt, detail) select id, salt, personal from made
      )
      insert into audit_unsealed (entry_id) select id from made`.execute(db)
  }
}
