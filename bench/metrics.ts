// What counting for Prometheus costs: two of our servers on one database, one of which counts and is read meanwhile.
import { randomBytes } from 'node:crypto'
import { openBenchDatabase } from './database.ts'
import { makePractice } from './practice.ts'
import { startOurs } from './servers.ts'
import { show } from './spread.ts'
import { type Rounds, measure, targetOf } from './throughput.ts'

/** More often than Prometheus asks by default, which is each minute. */
const SCRAPE_MS = 5_000

/** Measures requests per second with and without metrics, in turn, and prints the ratio round by round. */
export async function printMetrics(rounds: Rounds): Promise<void> {
  const [tokenSecret, METRICS_TOKEN] = [randomBytes(48), randomBytes(48)].map((bytes) =>
    bytes.toString('base64'),
  ) as [string, string]
  const database = await openBenchDatabase()
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    TOKEN_SECRET: tokenSecret,
    REQUESTS_PER_MINUTE: '10000000',
  }
  const counting = await startOurs({ ...env, METRICS_TOKEN })
  const plain = await startOurs(env)
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const scraping = setInterval(() => void fetch(`${counting.url}/metrics`, { headers }), SCRAPE_MS)
  try {
    const practice = await makePractice(database.pool, {
      name: 'laura',
      clients: 200,
      withHistory: true,
      tokenSecret,
    })
    console.log(
      `\nMetrics, ${rounds.rounds} rounds of ${rounds.seconds} s each, in turn (ratio: with against without)`,
    )
    for (const path of ['/v1/auth/me', `/v1/client/coach/${practice.coach.userId}`, '/health/ready']) {
      const ours = targetOf('with metrics', counting, path, practice.coach)
      const without = targetOf('without', plain, path, practice.coach)
      console.log(`\n${path.replace(practice.coach.userId, ':coachId')}`)
      for (const { name, perSecond, ratio, p99Ms, cpuUs } of await measure(ours, [without], rounds)) {
        const beside = ratio ? `   ratio ${show(ratio)}` : ''
        console.log(
          `  ${name.padEnd(18)} ${show(perSecond, 0).padStart(20)} /s   p99 ${p99Ms} ms   Node ${cpuUs.toFixed(0)} µs each${beside}`,
        )
      }
    }
  } finally {
    clearInterval(scraping)
    await counting.stop()
    await plain.stop()
    await database.close()
  }
}
