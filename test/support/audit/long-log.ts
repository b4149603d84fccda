import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/schema.ts'

const PART = 100_000

/**
 * Writes so many entries as `audit` does: a sign-in a second, with ids of that second and personal details. In parts,
 * because a statement ends after 20 s.
 */
export async function writeLongLog(db: Kysely<DB>, entries: number): Promise<void> {
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
