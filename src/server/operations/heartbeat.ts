import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

/** How often a worker says that it is there. */
const BEAT_MS = 5_000

/** A worker that ended without saying so is forgotten after this many seconds. */
const FORGOTTEN_SECONDS = 86_400

/** Fewer failures may be those of one address. */
export const MAILS_FAILED_IN_ROW = 3

/**
 * Says now and then that this worker is there, and whether its mails are sent. A worker that ends takes its row along;
 * one that was killed leaves it, and it grows old.
 */
export async function startHeartbeat(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const id = deps.newId<string>()
  await beat(deps, id)
  let beating: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    // While the database is away others say so.
    beating = beat(deps, id)
      .catch((error: unknown) => deps.log.debug({ err: error }, 'no heartbeat'))
      .finally(() => (busy = false))
  }, BEAT_MS)
  return {
    async stop() {
      clearInterval(timer)
      await beating
      await deps.db
        .deleteFrom('workers')
        .where('id', '=', id)
        .execute()
        .catch((error: unknown) => deps.log.debug({ err: error }, 'heartbeat not ended'))
    },
  }
}

/** By the clock of the database, which all servers share. */
async function beat({ db, mailOutcomes }: Deps, id: string): Promise<void> {
  const { failedInRow, failingForMs } = mailOutcomes.read()
  const since = sql`now() - ${failingForMs}::float8 * interval '1 millisecond'`
  await sql`
    with forgotten as (
      delete from workers where seen_at < now() - ${FORGOTTEN_SECONDS} * interval '1 second' and id <> ${id}
    )
    insert into workers (id, started_at, seen_at, mails_failing_since, mails_failed)
    values (${id}, now(), now(), ${since}, ${failedInRow})
    on conflict (id) do update set seen_at = excluded.seen_at,
      mails_failing_since = excluded.mails_failing_since, mails_failed = excluded.mails_failed`.execute(db)
}
