import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { outboxReader } from '#test/support/mails/outbox.ts'
import { PASSWORD, registration } from '#test/support/people.ts'
import { listenTo, openSocket } from '#test/support/sockets.ts'
import { at } from '../../scripts/setup/project.mjs'
import { dataFolder } from './data-folder.ts'

const folder = dataFolder()

/** The processes that work in a folder: it is in their settings, their command line or where they run. */
function processesOf(path: string): string[] {
  const reads = (pid: string) => {
    try {
      const texts = ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1'))
      return `${texts.join('')}${readlinkSync(`/proc/${pid}/cwd`)}`
    } catch {
      // It has ended meanwhile.
      return ''
    }
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && reads(name).includes(path))
}

/** Calls the API as a browser would, at the one address. */
async function callAt<T>(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect([path, response.ok ? '' : text]).toEqual([path, ''])
  return (text === '' ? undefined : JSON.parse(text)) as T
}

type Token = { token: string }
const EMAIL = 'ana@correo.example'

/** A coach who registered, by her mailed code, and a client by the mailed invitation: the worker writes both mails. */
async function newPractice(url: string) {
  const mails = outboxReader(join(folder.path, 'norte', 'outbox'))
  const mailed = async (to: string, pattern: RegExp) => {
    const texts = async () => (await mails(to)).map(({ text }) => text).join('\n')
    await expect.poll(texts).toMatch(pattern)
    return pattern.exec(await texts())![0]
  }
  const person = registration(EMAIL)
  const { token } = await callAt<Token>(url, 'POST', '/v1/auth/register', { body: person })
  const code = await mailed(EMAIL, /\b\d{6}\b/)
  await callAt(url, 'POST', '/v1/auth/verifyemail', { body: { email: EMAIL, code } })
  const client = { name: 'Mariana', lastName: 'Torres', email: 'mariana@correo.example', invite: true }
  const { id: clientId } = await callAt<{ id: string }>(url, 'POST', '/v1/client', { token, body: client })
  const link = await mailed(client.email, /\?t=[\w-]+/)
  const accepted = await callAt<Token>(url, 'POST', `/v1/invitation/${clientId}`, {
    body: { token: link.slice(3), password: PASSWORD, acceptTerms: true, acceptPrivacy: true },
  })
  return { clientId, client: accepted.token }
}

/** What the servers have told each other through Redis so far. */
async function toldOverRedis(): Promise<string> {
  const redis = new Redis({ path: join(folder.path, 'redis.sock') })
  try {
    return JSON.stringify(await redis.xrange('norte:bus', '-', '+'))
  } finally {
    redis.disconnect()
  }
}

// @spec P.193
test('npm run cluster serves at one address: a message reaches both servers over Redis, the worker mails, and one signal ends all of it', async () => {
  const cluster = spawn(process.execPath, [at('scripts', 'cluster', 'cluster.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder.path, PORT: '0', DRAIN_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [cluster.stdout, cluster.stderr]) {
    stream!.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  const ended = once(cluster, 'exit')
  const [{ ready }] = (await Promise.race([
    once(cluster, 'message'),
    ended.then(() => Promise.reject(new Error(said))),
  ])) as [{ ready: string }]
  for (const path of ['/health/ready', '/v1/countries', '/']) {
    expect([path, (await fetch(`${ready}${path}`)).status]).toEqual([path, 200])
  }
  // The cluster itself, three processes of Norte, PostgreSQL and Redis.
  expect(processesOf(folder.path).length).toBeGreaterThan(5)

  const { clientId, client } = await newPractice(ready)
  const { token } = await callAt<Token>(ready, 'POST', '/v1/auth/user', {
    body: { email: EMAIL, password: PASSWORD },
  })
  await expect.poll(() => said).toContain('Norte is ready on')
  const ports = /servers on ports (\d+) and (\d+)/.exec(said)!.slice(1)
  const sockets = await Promise.all(ports.map((port) => openSocket(`http://127.0.0.1:${port}`, token)))
  const heard = sockets.map((socket) => listenTo(socket))
  const sent = await callAt<{ id: string }>(ready, 'POST', `/v1/message/${clientId}`, {
    token: client,
    body: { text: 'Hola a las dos', clientKey: randomUUID() },
  })
  for (const events of heard) {
    await expect
      .poll(() => events)
      .toContainEqual({
        name: 'NEW_MESSAGE',
        payload: expect.objectContaining({ message: expect.objectContaining({ id: sent.id }) }),
      })
  }
  expect(await toldOverRedis()).toContain(sent.id)
  for (const socket of sockets) socket.close()

  cluster.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  await expect.poll(() => processesOf(folder.path)).toEqual([])
})
