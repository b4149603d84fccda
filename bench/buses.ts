// Commits that have news, as those of messages: over NOTIFY, which takes one lock for all of them, and over Redis.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createLogger } from '#server/platform/logger.ts'
import { type Database, createDatabase } from '#server/platform/postgres/postgres.ts'
import { type Bus, createPostgresBus } from '#server/platform/realtime/bus.ts'
import { createRedisBus } from '#server/platform/realtime/redis-bus.ts'
import { publish, startRedisProcess } from '../scripts/cluster/redis-process.ts'

const WRITERS = [1, 8, 32]

export type BusFigures = { writers: number; notifyPerSecond: number; redisPerSecond: number }[]

/** Commits in a second by so many writers at once, one of the two after the other in each round. */
export async function benchBuses(
  { connection }: Database,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<BusFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-bench-redis-'))
  const redis = await startRedisProcess(folder)
  const door = await publish(() => redis.socket)
  const database = createDatabase(connection, { size: Math.max(...WRITERS) })
  const log = createLogger('error')
  const overNotify = await createPostgresBus(connection, database.pool, log)
  const overRedis = await createRedisBus(`redis://127.0.0.1:${door.port}/0`, log)
  try {
    await sql`create table bench_messages (id bigint generated always as identity primary key, text text)`.execute(
      database.db,
    )
    const figures: BusFigures = []
    for (const writers of WRITERS) {
      const rates = { notify: [] as number[], redis: [] as number[] }
      for (let round = 0; round < rounds; round += 1) {
        rates.notify.push(await commitsPerSecond(database, overNotify, writers, seconds))
        rates.redis.push(await commitsPerSecond(database, overRedis, writers, seconds))
      }
      figures.push({ writers, notifyPerSecond: median(rates.notify), redisPerSecond: median(rates.redis) })
    }
    return figures
  } finally {
    await overRedis.close()
    await overNotify.close()
    await database.close()
    door.close()
    await redis.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function commitsPerSecond(
  { db }: Database,
  bus: Bus,
  writers: number,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let commits = 0
  const news = { text: 'x'.repeat(600) }
  const write = async () => {
    while (performance.now() < until) {
      const tell = await db.transaction().execute(async (tx) => {
        await sql`insert into bench_messages (text) values (${news.text})`.execute(tx)
        return bus.publishWith(tx, 'bench', [news])
      })
      tell()
      commits += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return Math.round(commits / seconds)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
