import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { newCoach, newEmail } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { dataFolder } from '../data-folder.ts'

const folder = dataFolder()
let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

type Line = Record<string, unknown>

const linesOf = (server: ServerProcess, id: string): Line[] =>
  server
    .printed()
    .out.split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ requestId }) => requestId === id)

// @spec P.322
test('the id of one request is in the line of its answer, in those of the jobs it caused in another process, and in the mail', async () => {
  const app = await makeApp({ database, env: { TOKEN_SECRET }, now: toIso(systemClock.now()) })
  const coach = await newCoach(app)
  await app.close()
  const env = { DATA_DIR: folder.path, DATABASE_URL: database.url, TOKEN_SECRET, LOG_LEVEL: 'info' }
  const web = await startServer({ env: { ...env, ROLES: 'web' } })
  const worker = await startServer({ env: { ...env, ROLES: 'worker' } })
  const email = newEmail('guest')
  const answer = await fetch(`${web.url}/v1/client`, {
    method: 'POST',
    headers: { 'authorization': `Bearer ${coach.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Eva', lastName: 'Ruiz', email, invite: true }),
  })
  expect(answer.status).toBe(201)
  const id = answer.headers.get('x-request-id')!
  await expect
    .poll(() => linesOf(web, id), { timeout: 60_000 })
    .toMatchObject([{ msg: 'answered', path: '/v1/client', status: 201 }])
  await expect
    .poll(() => linesOf(worker, id).map(({ msg, queue }) => `${String(queue)}: ${String(msg)}`), {
      timeout: 60_000,
    })
    .toEqual(expect.arrayContaining(['domain-events: job done', 'mails: mail sent', 'mails: job done']))
  expect(linesOf(worker, id).every(({ job }) => typeof job === 'string')).toBe(true)
  const outbox = join(folder.path, 'outbox')
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))
  expect(mails.filter((mail) => mail.includes(email))).toHaveLength(1)
  expect(mails.find((mail) => mail.includes(email))).toMatch(new RegExp(`^X-Request-ID: ${id}\\r?$`, 'm'))
  await worker.stop()
  await web.stop()
})
