import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync, mkdirSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock, toIso } from '#time/clock.ts'
import { makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { pageBlocks } from '#test/support/servers/page-blocks.ts'
import { putUnderLoad } from '#test/support/servers/load.ts'
import { cut, openSocket } from '#test/support/sockets.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { programs } from '../../scripts/setup/debian-packages.mjs'
import { dataFolder } from './data-folder.ts'

// The configurations that docs/self-hosting.md shows, with other addresses, shorter times and without TLS. Both proxies
// use the same servers.

const names = ['nginx', 'caddy'] as const

const folder = dataFolder()
let database: TestDatabase
/** Who calls through each proxy. */
let coaches: TestCoach[]
let ports: number[]
let servers: ServerProcess[] = []
const proxies: ChildProcess[] = []
beforeEach(async () => {
  database = await openTestDatabase()
  const app = await makeApp({ database, env: { TOKEN_SECRET }, now: toIso(systemClock.now()) })
  coaches = [await newCoach(app), await newCoach(app)]
  await app.close()
  ports = [await freePort(), await freePort()]
})
afterEach(async () => {
  // Killed, nginx would leave its worker behind.
  proxies.forEach((proxy) => proxy.kill('SIGTERM'))
  await Promise.all(proxies.filter(({ exitCode }) => exitCode === null).map((proxy) => once(proxy, 'exit')))
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  await database.close()
})

const start = (port: number) =>
  startServer({
    env: {
      DATA_DIR: folder.path,
      TOKEN_SECRET,
      DATABASE_URL: database.url,
      PORT: String(port),
      ROLES: 'web',
      // Several times as long as the proxies take to notice.
      DRAIN_SECONDS: '1',
      TRUST_PROXY: 'loopback',
      REQUESTS_PER_MINUTE: '10000000',
      // Every call that was answered is a line of it.
      LOG_LEVEL: 'info',
    },
  })

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The configuration for several servers in docs/self-hosting.md, with the addresses of these. */
function configuration(language: string): string {
  return (
    pageBlocks(language)
      .at(-1)!
      .replaceAll('10.0.0.11:3000', `127.0.0.1:${ports[0]}`)
      .replaceAll('10.0.0.12:3000', `127.0.0.1:${ports[1]}`)
      .replaceAll('fail_timeout=2s', 'fail_timeout=1s')
      .replaceAll('health_interval 1s', 'health_interval 200ms')
      // A busy machine is no server that is gone: that one refuses, or answers that it leaves.
      .replaceAll('health_timeout 2s', 'health_timeout 30s')
  )
}

const writeIn = (name: string, text: string) => {
  mkdirSync(folder.path, { recursive: true })
  const path = join(folder.path, name)
  writeFileSync(path, text)
  return path
}

/** How each program is started on a port with its configuration. */
const commands = {
  nginx(port: number) {
    const site = configuration('nginx')
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replaceAll(/^ *ssl_.*\n/gm, '')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder.path, name)};`)
      .join('\n')
    const path = writeIn(
      'nginx.conf',
      `daemon off; pid ${join(folder.path, 'nginx.pid')}; error_log stderr; events {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
    )
    return [programs.nginx.find()!, '-e', 'stderr', '-c', path]
  },
  caddy(port: number) {
    const site = configuration('caddyfile').replace('norte.example.org', `http://127.0.0.1:${port}`)
    const path = writeIn('Caddyfile', `{\n  admin off\n}\n${site}`)
    return [programs.caddy.find()!, 'run', '--adapter', 'caddyfile', '--config', path]
  },
}

/** Starts a proxy and answers once it reaches a server. */
async function startProxy(name: (typeof names)[number]) {
  const port = await freePort()
  const [program = '', ...args] = commands[name](port)
  const proxy = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder.path },
  })
  proxies.push(proxy)
  let said = ''
  proxy.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const url = `http://127.0.0.1:${port}`
  const status = () =>
    fetch(`${url}/health/ready`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status, { message: said }).toBe(200)
  return { url, said: () => said }
}

// @spec P.199, P.194
test('behind nginx and Caddy as documented, requests and sockets reach the servers, and a rolling restart loses none @long', async () => {
  servers = await Promise.all(ports.map(start))
  const front = await Promise.all(names.map(startProxy))
  const moved = await Promise.all(
    front.map(async ({ url }, index) => {
      const socket = await openSocket(url, coaches[index]!.token)
      socket.on('RECONNECT', () => socket.disconnect())
      return { end: cut(socket) }
    }),
  )
  const loads = front.map(({ url }, index) => putUnderLoad(url, coaches[index]!))
  /** Waits until every proxy sends calls to a server. */
  const isReached = async (server: ServerProcess) => {
    for (const { userId } of coaches) await expect.poll(() => server.printed().out).toContain(userId)
  }
  await Promise.all(servers.map(isReached))
  for (const [index, old] of servers.entries()) {
    expect(await old.stop('SIGTERM')).toMatchObject({ code: 0, err: '' })
    servers[index] = await start(ports[index]!)
    await isReached(servers[index])
  }
  for (const [index, load] of loads.entries()) {
    expect(Object.keys(await load.stop()), front[index]!.said()).toEqual(['200'])
  }
  expect(await Promise.all(moved.map(({ end }) => end))).toEqual(names.map(() => 'io client disconnect'))
})
