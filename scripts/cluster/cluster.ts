// npm run cluster: two web servers and a worker behind a small proxy, with PostgreSQL and Redis, all on this machine.
// DATABASE_URL and REDIS_URL select servers that are there already; PORT (3000) and DATA_DIR (./data/cluster) apply, and so
// do the other settings of Norte; nobody has to pay unless PAYMENT_PROVIDER says so. Ctrl-C ends all of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import net from 'node:net'
import { join, resolve } from 'node:path'
import { preparedFolder } from '#server/folders.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { at } from '../setup/project.mjs'
import { startProxy } from './proxy.ts'
import { publish, startRedisProcess } from './redis-process.ts'

const dataDir = resolve(process.env['DATA_DIR'] ?? at('data', 'cluster'))
/** How to end what was started: the processes of Norte, and what they use. */
const processes: (() => Promise<unknown>)[] = []
const opened: (() => Promise<unknown> | void)[] = []
let isEnding = false

async function startCluster(): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const database = process.env['DATABASE_URL'] ?? (await ownDatabase())
  const redis = process.env['REDIS_URL'] ?? (await ownRedis())
  const proxy = await startProxy({ port: Number(process.env['PORT'] ?? 3000) })
  opened.push(() => proxy.close())
  const env = {
    DRAIN_SECONDS: '1',
    // The sandbox answers nobody who comes through a proxy: without this, no coach could come past the payment.
    PAYMENT_PROVIDER: 'off',
    ...process.env,
    DATA_DIR: join(dataDir, 'norte'),
    DATABASE_URL: database,
    REDIS_URL: redis,
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? proxy.url,
    TRUST_PROXY: 'loopback',
  }
  // The worker first: it creates what the others find.
  await startProcess('worker', { ...env, ROLES: 'worker', PORT: '0' })
  const ports = [await freePort(), await freePort()]
  await Promise.all(
    ports.map((port, index) =>
      startProcess(`web ${index + 1}`, { ...env, ROLES: 'web', PORT: String(port) }),
    ),
  )
  proxy.use(ports)
  console.log(`Norte is ready on ${proxy.url}: servers on ports ${ports.join(' and ')}, and a worker.`)
  console.log(`Data: ${dataDir}. Ctrl-C ends all.`)
  process.send?.({ ready: proxy.url })
}

async function ownDatabase(): Promise<string> {
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, preparedFolder })
  opened.push(stop)
  const { host, port, user, database } = connection
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`
}

async function ownRedis(): Promise<string> {
  const redis = await startRedisProcess(dataDir)
  opened.push(() => redis.stop())
  const { port, close } = await publish(() => redis.socket)
  opened.push(close)
  return `redis://127.0.0.1:${port}/0`
}

async function startProcess(name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [at('dist', 'server', 'main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  processes.push(() => stopProcess(child, ended))
  for (const stream of [child.stdout, child.stderr]) {
    stream!
      .setEncoding('utf8')
      .on('data', (text: string) => process.stdout.write(text.replaceAll(/^(?=.)/gm, `${name}: `)))
  }
  void ended.then(() => {
    if (!isEnding) console.log(`${name} has ended. The others go on.`)
  })
  const isUp = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)])
  if (!isUp) throw new Error(`${name} did not start.`)
}

async function stopProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The processes end together, before what they use. */
async function end(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  await Promise.allSettled(processes.map((close) => close()))
  for (const close of opened.toReversed()) await close()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
process.once('disconnect', () => void end(0))
await startCluster().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return end(1)
})
