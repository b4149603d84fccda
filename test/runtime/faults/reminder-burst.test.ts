import { expect, test } from 'vitest'
import { systemClock } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { insertPractices, insertReminders, reminderFigures } from '../../../bench/reminders.ts'
import { dataFolder } from '../data-folder.ts'

// Many reminders fall due in a short time, while workers die or get the same jobs again.

/** `npm run test:faults` lets 10,000 fall due within a minute, and then says how late they were. */
const LONG = process.env['FAULTS'] !== undefined
/** How many reminders, and within which time they are due. */
type Form = { count: number; spreadMs: number; isMeasured: boolean }
const SHORT: Form = { count: 200, spreadMs: 1_000, isMeasured: false }
const FULL: Form = LONG
  ? { count: 10_000, spreadMs: 60_000, isMeasured: true }
  : { count: 300, spreadMs: 1_500, isMeasured: false }
const headStartOf = ({ isMeasured }: Form) => (isMeasured ? 5_000 : 1_000)
/** Looking costs the database time that the workers need. */
const lookMsOf = ({ isMeasured }: Form) => (isMeasured ? 1_000 : 50)

const folder = dataFolder()

/** Two workers, and reminders that are due within a time. */
async function beginBurst(form: Form) {
  const database = await openTestDatabase()
  const env = { DATA_DIR: folder.path, TOKEN_SECRET, DATABASE_URL: database.url, ROLES: 'worker' }
  const workers = await Promise.all([startServer({ env }), startServer({ env })])
  const close = async () => {
    await Promise.all(workers.map((worker) => worker.stop('SIGKILL')))
    await database.close()
  }
  const { count, spreadMs } = form
  await insertPractices(database.db, count)
  await insertReminders(database.db, { count, spreadMs }, systemClock.now() + headStartOf(form))
  return { database, workers, close }
}

async function killOneOfTwo(form: Form): Promise<void> {
  const { database, workers, close } = await beginBurst(form)
  const { count, spreadMs, isMeasured } = form
  const look = { interval: lookMsOf(form), timeout: 240_000 }
  try {
    const sent = () => countSent(database)
    // Of each session the coach and the client are told.
    await expect.poll(sent, look).toBeGreaterThan(count / 2)
    await workers[0].stop('SIGKILL')
    // In the short form nobody waits for its heartbeat: what it had in hand is resumed at the next look.
    if (!isMeasured) {
      await database.pool.query(
        `update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`,
      )
    }
    await expect.poll(sent, look).toBe(2 * count)
    await expect.poll(async () => (await waiting(database)).work, { timeout: 60_000 }).toBe(0)
    const { sent: all, twice, lateMs } = await reminderFigures(database.db)
    expect({ all, twice }).toEqual({ all: 2 * count, twice: 0 })
    const late = `median ${Math.round(lateMs.median)} ms, p99 ${Math.round(lateMs.p99)} ms, latest ${Math.round(lateMs.most)} ms`
    console.log(
      `${count} reminders in ${spreadMs / 1000} s, one of two workers killed: 0 missing, 0 twice, late: ${late}`,
    )
    if (isMeasured) expect(lateMs.p99).toBeLessThanOrEqual(1_000)
  } finally {
    await close()
  }
}

// @spec P.197
test('of a few hundred reminders none is missing or sent twice when one of two workers is killed', () =>
  killOneOfTwo(SHORT))

// @spec P.197
test(
  'of many reminders none is missing or sent twice when one of two workers is killed @long',
  { timeout: 900_000 },
  () => killOneOfTwo(FULL),
)

// @spec P.198
test(
  'of many reminders none is missing or sent twice when their jobs are handed out again to two workers that both live @long',
  { timeout: 900_000 },
  async () => {
    const { database, close } = await beginBurst(FULL)
    try {
      let again = 0
      const look = { interval: lookMsOf(FULL), timeout: 240_000 }
      const left = async () => {
        again += await handOutAgain(database)
        return (await waiting(database)).work
      }
      await expect.poll(() => countSent(database), look).toBeGreaterThan(0)
      await expect.poll(left, look).toBe(0)
      const { sent: all, twice } = await reminderFigures(database.db)
      expect({ all, twice }).toEqual({ all: 2 * FULL.count, twice: 0 })
      expect(again).toBeGreaterThan(0)
      console.log(`${FULL.count} reminders, ${again} jobs handed out again: 0 missing, 0 twice`)
    } finally {
      await close()
    }
  },
)

/**
 * Lets every job that is done or under way be taken again, as if its worker had been thought dead.
 * @returns how many
 */
async function handOutAgain({ pool }: TestDatabase): Promise<number> {
  const { rowCount } = await pool.query(
    `update pgboss.job set state = 'retry', start_after = now(), retry_count = retry_count + 1, heartbeat_on = null,
        started_on = null, completed_on = null
      where name = 'domain-events' and state in ('active', 'completed') and retry_count < 2`,
  )
  return rowCount ?? 0
}

async function countSent({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ sent: number }>(
    `select count(*)::int as sent from notifications where type = '10_MINS_TO_START'`,
  )
  return rows[0]!.sent
}

/** How many timers and jobs of reminders wait. */
async function waiting({ pool }: TestDatabase): Promise<{ work: number }> {
  const { rows } = await pool.query<{ work: number }>(
    `select (select count(*) from timers where command ->> 'type' = 'session.remind')::int
        + (select count(*) from pgboss.job where name = 'domain-events' and state < 'completed')::int as work`,
  )
  return rows[0]!
}
