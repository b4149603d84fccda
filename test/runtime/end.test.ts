import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { MAILS_QUEUE } from '#server/events/queues.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { makeApp } from '#test/support/app.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { newCoach, registration } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { databaseProcesses, grownFolder } from './data-folder.ts'

const folder = grownFolder()

const start = () => startServer({ env: { DATA_DIR: folder.path, PAYMENT_PROVIDER: 'off' } })

type Answer = { status: number; body: Record<string, unknown> }

async function call(server: ServerProcess, path: string, body?: object, token?: string): Promise<Answer> {
  const response = await fetch(`${server.url}/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const REGISTRATION = registration('ana@correo.example')

async function register(server: ServerProcess): Promise<string> {
  const { status, body } = await call(server, 'auth/register', REGISTRATION)
  expect(status).toBe(201)
  return String(body['token'])
}

/** The server ended as asked, without a complaint, and its database with it. */
async function expectGoodEnd(server: ServerProcess): Promise<void> {
  expect(await server.ended).toMatchObject({ code: 0, signal: null, err: '' })
  expect(databaseProcesses(folder.path)).toEqual([])
}

describe('a signal ends the server with 0 and its database with it', () => {
  test('SIGHUP @long', async () => {
    const server = await start()
    expect(databaseProcesses(folder.path)).not.toEqual([])
    server.child.kill('SIGHUP')
    await expectGoodEnd(server)
  })

  test('SIGINT, also when more signals follow (Ctrl-C comes from the terminal and from npm)', async () => {
    const server = await start()
    const said = once(server.child.stdout!, 'data')
    server.child.kill('SIGINT')
    await said
    for (const signal of ['SIGINT', 'SIGTERM'] as const) server.child.kill(signal)
    await expectGoodEnd(server)
    expect(server.printed().out.match(/Cerrando/g)).toHaveLength(1)
  })

  test('SIGTERM, after a request that is under way', async () => {
    const server = await start()
    const body = JSON.stringify(REGISTRATION)
    const upload = request(`${server.url}/v1/auth/register`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'expect': '100-continue',
      },
    })
    upload.flushHeaders()
    // The server has taken the request on when it asks for the body.
    await once(upload, 'continue')
    server.child.kill('SIGTERM')
    await once(server.child.stdout!, 'data')
    upload.end(body)
    const [response] = await once(upload, 'response')
    expect(response.statusCode).toBe(201)
    response.resume()
    await expectGoodEnd(server)
  })

  test('a parent that ends has the same effect @long', async () => {
    const server = await start()
    server.child.disconnect()
    await expectGoodEnd(server)
  })
})

// @spec P.194
test('SIGTERM, while a mail is under way: it is delivered once, and its job is done, before the worker ends', async () => {
  const database = await openTestDatabase()
  const env = { TOKEN_SECRET }
  // For people and a look at what is stored.
  const app = await makeApp({ database, env, now: toIso(systemClock.now()) })
  const delivered: string[] = []
  const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // It has the whole mail, and takes its time to say so.
  const office = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.on('end', () => {
        delivered.push(...envelope.rcptTo.map(({ address }) => address))
        isHeld.resolve()
        void release.promise.then(() => done())
      })
      stream.resume()
    },
  })
  await new Promise<void>((listening) => office.listen(0, '127.0.0.1', listening))
  const worker = await startServer({
    env: {
      ...env,
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      ROLES: 'worker',
      SMTP_URL: `smtp://127.0.0.1:${(office.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Norte <hola@norte.example>',
    },
  })
  try {
    const coach = await newCoach(app)
    const email = 'eva@correo.example'
    const body = { name: 'Eva', lastName: 'Ruiz', email, invite: true }
    expect((await app.call('POST /v1/client', { body }, coach.token)).status).toBe(201)
    await isHeld.promise
    const mails = async () => {
      const { rows } = await database.pool.query(
        `select state, retry_count as "retries" from pgboss.job where name = $1`,
        [MAILS_QUEUE],
      )
      return rows as { state: string; retries: number }[]
    }
    expect(await mails()).toMatchObject([{ state: 'active', retries: 0 }])
    const said = once(worker.child.stdout!, 'data')
    worker.child.kill('SIGTERM')
    await said
    // Everything else of it has ended, and it still holds the job.
    const workers = () => app.deps.db.selectFrom('workers').select('id').execute()
    await expect.poll(workers).toEqual([])
    expect(await mails()).toMatchObject([{ state: 'active', retries: 0 }])
    release.resolve()
    expect(await worker.ended).toMatchObject({ code: 0, signal: null, err: '' })
    expect(delivered).toEqual([email])
    expect(await mails()).toMatchObject([{ state: 'completed', retries: 0 }])
  } finally {
    await worker.stop('SIGKILL')
    await new Promise<void>((closed) => office.close(() => closed()))
    await app.close()
    await database.close()
  }
})

describe('kill -9', () => {
  test('in the midst of writes: the next start works and has every acknowledged one; no database process stays', async () => {
    const first = await start()
    const token = await register(first)
    const { body: me } = await call(first, 'auth/me', undefined, token)
    const acknowledged: string[] = []
    const enough = Promise.withResolvers<void>()
    const writers = [1, 2, 3, 4].map(async (writer) => {
      for (let n = 0; ; n += 1) {
        const client = {
          name: 'Eva',
          lastName: 'Ruiz',
          email: `eva.${writer}.${n}@correo.example`,
          invite: false,
        }
        const { status, body } = await call(first, 'client', client, token)
        expect(status).toBe(201)
        acknowledged.push(String(body['id']))
        if (acknowledged.length === 60) enough.resolve()
      }
    })
    const broken = Promise.allSettled(writers)
    await Promise.race([enough.promise, ...writers])
    await first.stop('SIGKILL')
    for (const writer of await broken) expect(writer).toMatchObject({ reason: { message: 'fetch failed' } })

    const second = await start()
    const found = new Set<string>()
    for (let page = 1, more = true; more; page += 1) {
      const { body } = await call(
        second,
        `client/coach/${String(me['id'])}?items=100&page=${page}`,
        undefined,
        token,
      )
      const data = body['data'] as { id: string }[]
      for (const { id } of data) found.add(id)
      more = data.length === 100
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
    await second.stop('SIGKILL')
    await expect.poll(() => databaseProcesses(folder.path), { timeout: 60_000 }).toEqual([])
  })
})
