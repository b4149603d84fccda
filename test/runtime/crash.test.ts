import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { preparedFolder } from '#server/folders.ts'
import { HEARTBEAT_SECONDS } from '#server/platform/jobs/job-rescue.ts'
import { RESCUE_MS } from '#server/platform/jobs/jobs.ts'
import { urlOf } from '#test/support/postgres.ts'
import { registration } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { mkdir } from 'node:fs/promises'
import { dataFolder } from './data-folder.ts'

// A process is killed while it sends mails: they are still sent, and soon.
const folder = dataFolder()

let post: Awaited<ReturnType<typeof postOffice>>
beforeEach(async () => {
  post = await postOffice()
})
afterEach(() => post.close())

/** A mail server that does not answer recipients while it is `hung`. */
async function postOffice() {
  const held = new Set<string>()
  const delivered: string[] = []
  const state = { hung: true }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (state.hung) return void held.add(address)
      done()
    },
    onData(stream, session, done) {
      stream.on('end', () => {
        delivered.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
      stream.resume()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as { port: number }
  return {
    held,
    delivered,
    state,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Norte <hola@norte.example>' },
    close: () => new Promise<void>((closed) => server.close(closed)),
  }
}

/** Registers an account, whose address gets a code by mail. */
async function register(server: ServerProcess, email: string): Promise<void> {
  const response = await fetch(`${server.url}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration(email)),
  })
  expect(response.status).toBe(201)
}

const EMAIL = 'ana@correo.example'
const isHeld = () => vi.waitFor(() => expect(post.held).toContain(EMAIL), { timeout: 60_000 })

test('the next start on the same data folder sends at once what was being sent', async () => {
  const env = { DATA_DIR: folder.path, ...post.env }
  const first = await startServer({ env })
  await register(first, EMAIL)
  await isHeld()
  await first.stop('SIGKILL')
  post.state.hung = false
  const second = await startServer({ env: { ...env, LOG_LEVEL: 'info' } })
  // Its own start says so, not a heartbeat or an expiry that has passed.
  const { out, err } = second.printed()
  expect(out + err).toMatch(/"jobs":[1-9]\d*,.*jobs under way at the last end go on/)
  await vi.waitFor(() => expect(post.delivered).toEqual([EMAIL]), { timeout: 60_000 })
  expect((await second.stop()).code).toBe(0)
})

test('another worker sends within 30 s what a killed one was sending @long', async () => {
  await mkdir(`${folder.path}-database`)
  const postgres = await startEmbeddedPostgres({
    dataDir: `${folder.path}-database`,
    durable: false,
    preparedFolder,
  })
  const env = {
    DATA_DIR: folder.path,
    DATABASE_URL: urlOf(postgres.connection),
    TOKEN_SECRET,
    ...post.env,
  }
  const first = await startServer({ env })
  await register(first, EMAIL)
  await isHeld()
  // A heartbeat that is missed, and the next look for such jobs.
  expect(HEARTBEAT_SECONDS * 1_000 + RESCUE_MS).toBeLessThan(30_000)
  const other = await startServer({ env: { ...env, ROLES: 'worker' } })
  await first.stop('SIGKILL')
  post.state.hung = false
  await vi.waitFor(() => expect(post.delivered).toEqual([EMAIL]), { timeout: 30_000 })
  expect((await other.stop()).code).toBe(0)
  await postgres.stop()
})
