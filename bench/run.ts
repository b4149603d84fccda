// npm run bench: the product's routes compared with bare ones in the same run, and the figures the product promises.
//
// - --clients=10000: a larger practice (default 200)
// - --rounds=7 --seconds=3
// - --only=throughput,clients,work,messages,video,crowd,memory,uploads,bookings,import,reminders,slots,starts,restores,web,buses,audit,metrics,exports,imports: only some of it
// - --minutes=30: how long a call is watched for growing memory (default 2; a verdict takes 20)
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { MAX_IMPORT_ROWS } from '#contract/client-files.ts'
import { benchAudit } from './storage/audit.ts'
import { raceForSlots } from './bookings.ts'
import { benchBuses } from './buses.ts'
import { benchClientLists, reaches } from './clients.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { type ImportTimes, timeImports } from './imports.ts'
import { type Practice, makePractice } from './practice.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'
import { benchReminders } from './reminders.ts'
import { printExports } from './storage/exports.ts'
import { printImports } from './storage/imports.ts'
import { printRestores } from './storage/restores.ts'
import { type Server, startBare, startOurs } from './servers.ts'
import { benchSlots } from './slots.ts'
import { show, spread, verdict } from './spread.ts'
import { measureStarts } from './starts.ts'
import { printMetrics } from './metrics.ts'
import { printMessages } from './messages/messages.ts'
import { clientListStatements, meStatements, type Statement } from './statements.ts'
import { type UploadFigures, benchUploads } from './uploads.ts'
import { printCrowd, printMemory, printVideo } from './video/video.ts'
import { benchWork } from './work.ts'
import { type Rounds, measure, rowsOf, targetOf } from './throughput.ts'

const POOL = 10
const EVERYTHING =
  'throughput,clients,work,messages,video,crowd,memory,uploads,bookings,import,reminders,slots,starts,restores,web'
const PARALLEL_BOOKINGS = 32
const BOOKING_ROUNDS = 5
const IMPORT_ROUNDS = 5
const AUDIT_ENTRIES = 1_000_000
/** The chain of the audit log has to be verified in this time. */
const VERIFIED_IN_SECONDS = 30
/** What the parts of a large file may leave behind until it is collected. */
const FLAT_MB = 8

const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: EVERYTHING },
    minutes: { type: 'string', default: '2' },
  },
})
const parts = options.only.split(',')
const wants = (part: string) => parts.includes(part)

if (['throughput', 'clients', 'work', 'bookings', 'import'].some(wants)) await beside()
if (wants('messages')) await printMessages()
if (wants('video')) await printVideo(Number(options.rounds))
if (wants('crowd')) await printCrowd()
if (wants('memory')) await printMemory(Number(options.minutes))
if (wants('uploads')) await uploads()
if (wants('reminders')) await reminders()
if (wants('buses')) await buses()
if (wants('audit')) await audit()
if (wants('metrics')) await printMetrics({ rounds: Number(options.rounds), seconds: Number(options.seconds) })
if (wants('slots')) slots()
if (wants('starts')) await starts()
if (wants('exports')) await onDatabase(printExports)
if (wants('imports')) await onDatabase(printImports)
if (wants('restores')) await printRestores(Number(options.rounds))
if (wants('web')) web()

async function onDatabase(print: (database: BenchDatabase) => Promise<void>): Promise<void> {
  const database = await openBenchDatabase()
  try {
    await print(database)
  } finally {
    await database.close()
  }
}

async function beside(): Promise<void> {
  const tokenSecret = randomBytes(48).toString('base64')
  const database = await openBenchDatabase()
  try {
    const ours = await startOurs({
      DATABASE_URL: database.url,
      DATABASE_POOL: String(POOL),
      DATA_DIR: database.folder,
      TOKEN_SECRET: tokenSecret,
      REQUESTS_PER_MINUTE: '10000000',
    })
    try {
      if (wants('throughput')) await throughput(database, ours, tokenSecret)
      if (wants('clients')) await clientLists(database, ours, tokenSecret)
      if (wants('work')) await work(database, ours, tokenSecret)
      if (wants('bookings')) await bookings(database, ours, tokenSecret)
      if (wants('import')) await imports(database, ours, tokenSecret)
    } finally {
      await ours.stop()
    }
  } finally {
    await database.close()
  }
}

async function audit(): Promise<void> {
  const database = await openBenchDatabase()
  try {
    const { entries, sealedPerSecond, verifySeconds, growthMb } = await benchAudit(database, AUDIT_ENTRIES)
    const inTime = verdict(verifySeconds <= VERIFIED_IN_SECONDS)
    console.log(`\nThe audit log, ${entries.toLocaleString('en-US')} entries with personal details`)
    console.log(`  sealed     ${sealedPerSecond.toFixed(0)} entries in a second`)
    console.log(
      `  verified   in ${verifySeconds.toFixed(1)} s   (≤ ${VERIFIED_IN_SECONDS} s: ${inTime}), ${growthMb.toFixed(0)} MB more memory at most`,
    )
  } finally {
    await database.close()
  }
}

async function throughput(database: BenchDatabase, ours: Server, tokenSecret: string): Promise<void> {
  const clients = Number(options.clients)
  const rounds: Rounds = { rounds: Number(options.rounds), seconds: Number(options.seconds) }
  const practice = await makePractice(database.pool, {
    name: 'laura',
    clients,
    withHistory: true,
    tokenSecret,
  })
  const routes = await routesOf(database, practice)
  const bare = await startBare({
    databaseUrl: database.url,
    pool: POOL,
    routes: routes.flatMap(({ key, statements, shape }) => [
      { path: `/plain/${key}`, statements, shape, prepared: false },
      { path: `/prepared/${key}`, statements, shape, prepared: true },
    ]),
  })
  console.log(
    `\nThroughput, ${clients} clients, ${rounds.rounds} rounds of ${rounds.seconds} s each, in turn`,
  )
  console.log('(least – median – most; the ratio is ours against the other, round by round)')
  try {
    for (const { key, title, path, least } of routes) {
      const mine = targetOf('ours', ours, path, practice.coach)
      const plain = targetOf('bare Fastify + pg', bare, `/plain/${key}`)
      const prepared = targetOf('bare, prepared', bare, `/prepared/${key}`)
      if ((await rowsOf(mine)) !== (await rowsOf(plain))) throw new Error(`${title}: not the same rows`)
      console.log(`\n${title}`)
      for (const { name, perSecond, ratio, p99Ms, cpuUs } of await measure(mine, [plain, prepared], rounds)) {
        const reached =
          ratio && least !== undefined && name === plain.name
            ? `  (≥ ${least}: ${verdict(ratio.median >= least)})`
            : ''
        const beside = ratio ? `   ratio ${show(ratio)}${reached}` : ''
        console.log(
          `  ${name.padEnd(18)} ${show(perSecond, 0).padStart(20)} /s   p99 ${p99Ms} ms   Node ${cpuUs.toFixed(0)} µs each${beside}`,
        )
      }
    }
  } finally {
    await bare.stop()
  }
}

type BenchRoute = {
  key: string
  title: string
  path: string
  statements: Statement[]
  shape: 'list' | 'one'
  /** The required minimum of the ratio. */
  least?: number
}

async function routesOf({ pool }: BenchDatabase, { coach }: Practice): Promise<BenchRoute[]> {
  const list = `/v1/client/coach/${coach.userId}`
  return [
    {
      key: 'clients',
      title: 'Client list, first page of 10',
      path: list,
      statements: await clientListStatements(pool, coach),
      shape: 'list',
      least: 0.7,
    },
    {
      key: 'clients-100',
      title: 'Client list, first page of 100',
      path: `${list}?items=100`,
      statements: await clientListStatements(pool, coach, { items: '100' }),
      shape: 'list',
      least: 0.7,
    },
    {
      key: 'me',
      title: 'auth/me',
      path: '/v1/auth/me',
      statements: await meStatements(pool, coach),
      shape: 'one',
    },
  ]
}

async function clientLists(database: BenchDatabase, ours: Server, tokenSecret: string): Promise<void> {
  console.log(
    '\nClient list, 10,000 clients of one coach (medians; the same SQL on a bare server; 100 clients)',
  )
  for (const figure of await benchClientLists(database, ours, { tokenSecret, pool: POOL })) {
    const { title, ms, bareMs, smallMs, goal } = figure
    const atMost = `≤ ${goal.ms} ms${goal.timesSmall ? ` and ≤ ${goal.timesSmall} × 100 clients` : ''}`
    console.log(
      `  ${title.padEnd(36)} ${ms.toFixed(1).padStart(5)} ms   bare ${bareMs.toFixed(1)} ms   100 clients ${smallMs.toFixed(1)} ms (× ${(ms / smallMs).toFixed(1)})   (${atMost}: ${verdict(reaches(figure))})`,
    )
  }
}

async function work(database: BenchDatabase, ours: Server, tokenSecret: string): Promise<void> {
  console.log(
    '\nThe work between sessions (medians; the same SQL on a bare server, and as many bytes without it)',
  )
  const figures = benchWork(database, ours, { tokenSecret, pool: POOL })
  for await (const { title, ms, bareMs, floorMs, statements, goal, reached } of figures) {
    console.log(
      `  ${title.padEnd(50)} ${ms.toFixed(1).padStart(5)} ms   bare ${bareMs.toFixed(1)} ms (× ${(ms / bareMs).toFixed(1)}), bytes ${floorMs.toFixed(1)} ms, ${statements} SQL   (${goal}: ${verdict(reached)})`,
    )
  }
}

async function bookings(database: BenchDatabase, ours: Server, tokenSecret: string): Promise<void> {
  const practice = await makePractice(database.pool, {
    name: 'carla',
    clients: PARALLEL_BOOKINGS,
    withHistory: false,
    tokenSecret,
  })
  console.log(`\n${PARALLEL_BOOKINGS} clients ask for one start at once`)
  for (const { start, booked, refused, other } of await raceForSlots(ours.url, practice, BOOKING_ROUNDS)) {
    const right = booked === 1 && other.length === 0
    console.log(
      `  ${start}   201: ${booked}   409: ${refused}   other: ${other.join(' ') || 0}   ${verdict(right)}`,
    )
  }
}

async function imports(database: BenchDatabase, ours: Server, tokenSecret: string): Promise<void> {
  const options = { name: 'elena', clients: 1, withHistory: false, tokenSecret }
  const practice = await makePractice(database.pool, options)
  const times = await timeImports(ours.url, practice, MAX_IMPORT_ROWS, IMPORT_ROUNDS)
  const seconds = (of: (times: ImportTimes) => number) => spread(times.map((each) => of(each) / 1000))
  const both = seconds(({ readMs, writtenMs }) => readMs + writtenMs)
  console.log(`\nImport of ${MAX_IMPORT_ROWS} clients (least – median – most)`)
  console.log(`  read      ${show(seconds(({ readMs }) => readMs))} s`)
  console.log(`  written   ${show(seconds(({ writtenMs }) => writtenMs))} s`)
  console.log(`  together  ${show(both)} s   (< 10 s: ${verdict(both.median < 10)})`)
}

async function uploads(): Promise<void> {
  const database = await openBenchDatabase()
  try {
    printUploads(await benchUploads(database, randomBytes(48).toString('base64')))
  } finally {
    await database.close()
  }
}

function printUploads({ memory, firstByteMs, bareFirstByteMs }: UploadFigures): void {
  console.log('\nUploads: most memory of the server above that before (least – median – most, MB)')
  for (const { name, small, large } of memory) {
    const reached = large.median <= small.median + FLAT_MB
    console.log(
      `  ${name.padEnd(16)} 1 MB ${show(small, 1).padEnd(20)} 25 MB ${show(large, 1).padEnd(20)} (at most ${FLAT_MB} MB more: ${verdict(reached)})`,
    )
  }
  console.log(
    `  first byte of a download ${firstByteMs.toFixed(1)} ms   bare ${bareFirstByteMs.toFixed(1)} ms   (≤ 20 ms: ${verdict(firstByteMs <= 20)})`,
  )
}

async function reminders(): Promise<void> {
  const [count, spreadMs] = [10_000, 60_000]
  const database = await openBenchDatabase()
  const wide = createDatabase(database.connection, { size: POOL })
  const tokenSecret = randomBytes(48).toString('base64')
  const { ours, bare } = await benchReminders(wide, {
    count,
    spreadMs,
    dataDir: database.folder,
    tokenSecret,
  })
  await wide.close()
  await database.close()
  console.log(`\n${count} reminders in the app, due over ${spreadMs / 1000} s; each told to two people`)
  const right = ours.sent === count * 2 && ours.twice === 0 && ours.lateMs.p99 <= 1000
  for (const [name, { sent, twice, lateMs }] of Object.entries({ ours, 'bare loop': bare })) {
    console.log(
      `  ${name.padEnd(10)} ${sent} sent, ${twice} twice; late ${lateMs.median.toFixed(0)} ms (median), ${lateMs.p99.toFixed(0)} ms (99 %), ${lateMs.most.toFixed(0)} ms (most)`,
    )
  }
  console.log(`  all sent, none twice, 99 % within 1 s: ${verdict(right)}`)
}

async function buses(): Promise<void> {
  const database = await openBenchDatabase()
  const figures = await benchBuses(database, {
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
  })
  await database.close()
  console.log('\nCommits with news in a second (median)')
  for (const { writers, notifyPerSecond, redisPerSecond } of figures) {
    console.log(
      `  ${String(writers).padStart(2)} writers: ${notifyPerSecond} over NOTIFY, ${redisPerSecond} over Redis`,
    )
  }
}

function slots(): void {
  console.log('\nSlots (median, 5th–95th percentile)')
  for (const { name, limitMs, starts: found, ours, bare, ratio } of benchSlots()) {
    const figure = `${ours.median.toFixed(3)} ms (${ours.low.toFixed(3)}–${ours.high.toFixed(3)})`
    console.log(
      `  ${name}: ${figure} (≤ ${limitMs} ms: ${verdict(ours.median <= limitMs)}); bare loop ${bare.median.toFixed(4)} ms; ratio ${ratio.median.toFixed(1)} (goal 1.25); ${found} starts`,
    )
  }
}

async function starts(): Promise<void> {
  const { firstMs, laterMs, idleMb } = await measureStarts()
  const seconds = (ms: { min: number; median: number; max: number }) =>
    show(spread([ms.min / 1000, ms.median / 1000, ms.max / 1000]))
  console.log('\nStart to listening (least – median – most)')
  console.log(`  new data folder   ${seconds(firstMs)} s   (≤ 2 s: ${verdict(firstMs.median <= 2000)})`)
  console.log(`  later             ${seconds(laterMs)} s   (≤ 0.6 s: ${verdict(laterMs.median <= 600)})`)
  if (idleMb !== undefined) {
    console.log(
      `Idle memory of the Node process after 10 s: ${idleMb.toFixed(0)} MB   (≤ 130 MB: ${verdict(idleMb <= 130)})`,
    )
  }
}

/** Sizes of the built web compared with their budgets. */
function web(): void {
  console.log('\nWeb, brotli')
  const { status } = spawnSync(process.execPath, ['scripts/build/web-size.mjs'], { stdio: 'inherit' })
  if (status !== 0) console.log('  (a budget is not met, or the build is missing)')
}
