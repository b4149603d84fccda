import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pause } from '#server/platform/pause.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { putUnderLoad } from '#test/support/servers/load.ts'
import { cut, openSocket } from '#test/support/sockets.ts'
import { programs } from '../../scripts/setup/debian-packages.mjs'
import { at } from '../../scripts/setup/project.mjs'
import { dataFolder } from './data-folder.ts'

// The configurations that docs/self-hosting.md shows, with other addresses and without TLS.

/** How long docs/self-hosting.md says to wait between two servers: the proxy has to see that the first is back. */
const PROXY_NOTICES_MS = 2_500
const SECRET = 'kX9v2mQ7pL4tR8wZ1sD6fG3hJ5nB0cYaUeIoTqWx'

const folder = dataFolder()
let database: TestDatabase
let coach: TestCoach
let ports: number[]
let servers: ServerProcess[]
let proxy: ChildProcess | undefined
beforeEach(async () => {
  database = await openTestDatabase()
  const env = { DATA_DIR: folder.path, TOKEN_SECRET: SECRET }
  const app = await makeApp({ database, env, now: toIso(systemClock.now()) })
  coach = await newCoach(app)
  await app.close()
  ports = [await freePort(), await freePort()]
  servers = await Promise.all(ports.map(start))
})
afterEach(async () => {
  if (proxy && proxy.exitCode === null) {
    // Killed, nginx would leave its worker behind.
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
  }
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  await database.close()
})

const start = (port: number) =>
  startServer({
    env: {
      DATA_DIR: folder.path,
      TOKEN_SECRET: SECRET,
      DATABASE_URL: database.url,
      PORT: String(port),
      ROLES: 'web',
      // Longer than the proxies take to notice.
      DRAIN_SECONDS: '3',
      TRUST_PROXY: 'loopback',
      REQUESTS_PER_MINUTE: '10000000',
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

/** A block of code of docs/self-hosting.md, with the addresses of these servers. */
function configuration(language: string): string {
  const text = readFileSync(at('docs', 'self-hosting.md'), 'utf8')
  const [, block = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text) ?? []
  return block
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${ports[0]}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${ports[1]}`)
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

// @spec P.199, P.194
test.each(['nginx', 'caddy'] as const)(
  'behind %s as documented, requests and sockets reach the servers, and a rolling restart loses none',
  async (name) => {
    const port = await freePort()
    const [program = '', ...args] = commands[name](port)
    proxy = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder.path },
    })
    let said = ''
    proxy.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text))
    const url = `http://127.0.0.1:${port}`
    const isUp = () =>
      fetch(`${url}/health/ready`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(isUp, { message: said }).toBe(200)

    const socket = await openSocket(url, coach.token)
    const moved = cut(socket)
    socket.on('RECONNECT', () => socket.disconnect())
    const load = putUnderLoad(url, coach)
    await expect.poll(load.answered).toBeGreaterThan(100)
    for (const [index, old] of servers.entries()) {
      expect(await old.stop('SIGTERM')).toMatchObject({ code: 0, err: '' })
      servers[index] = await start(ports[index]!)
      // A supervisor waits for this; the proxy notices it a little later.
      const before = load.answered()
      await expect.poll(load.answered).toBeGreaterThan(before + 200)
      await expect
        .poll(() => fetch(`${servers[index]!.url}/health/ready`).then(({ status }) => status))
        .toBe(200)
      await pause(PROXY_NOTICES_MS)
    }
    expect(Object.keys(await load.stop()), said).toEqual(['200'])
    expect(await moved).toBe('io client disconnect')
  },
)
