import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from '#server/platform/postgres/migrate.ts'
import { FIRST_RELEASE, unpackFirstFolder, unpackRelease } from '#test/support/releases/kept-releases.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { nameIn, operator } from '../backup/operator.ts'
import { dataFolder } from '../data-folder.ts'

// The built server starts on the data folder of the first release, as it lay on its disk, and with the embedded database.
const folder = dataFolder()

async function ask<T>({ url }: ServerProcess, path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`${url}${path}`, init)
  expect([path, response.status]).toEqual([path, 200])
  return (await response.json()) as T
}

// @spec P.310, P.333, P.343, P.370
test('the data folder of the first release is migrated by a start, its people find what they left, and its operator’s commands answer beside it', async () => {
  await unpackFirstFolder(folder.path)
  const { coach } = await unpackRelease(FIRST_RELEASE, join(folder.path, '..', 'kept'))
  const names = (await readdir(migrationsFolder())).toSorted()
  // The plan that the coach had paid ends one day.
  const env = { DATA_DIR: folder.path, PAYMENT_PROVIDER: 'off' }
  const first = await startServer({ env })
  const migrated = first.printed().out.match(/\d{4}_\w+\.sql/g)
  expect(migrated).toEqual(names.filter((name) => name > `${FIRST_RELEASE}_z`))
  // Killed as soon as it is ready: what was migrated is on the disk.
  await first.stop('SIGKILL')

  const server = await startServer({ env })
  expect(server.printed().out).not.toMatch(/\d{4}_\w+\.sql/)
  // With a warning while it catches up on the timers of all the time since.
  expect(await ask(server, '/health/ready')).toMatchObject({ status: 'ok' })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(coach)
  const { token } = await ask<{ token: string }>(server, '/v1/auth/user', { method: 'POST', headers, body })
  const authorized = { headers: { authorization: `Bearer ${token}` } }
  const { id } = await ask<{ id: string }>(server, '/v1/auth/me', authorized)
  const clients = await ask<{ total: number }>(server, `/v1/client/coach/${id}`, authorized)
  const sessions = await ask<{ total: number }>(server, `/v1/session/coach/${id}`, authorized)
  expect(clients.total).toBeGreaterThan(10)
  expect(sessions.total).toBeGreaterThan(30)

  const beside = { ...env, BACKUP_DIR: join(folder.path, '..', 'backups') }
  expect(await operator('accounts', beside, 'show', coach.email)).toEqual({
    code: 0,
    out: `${coach.email}: the account stays\n`,
  })
  const made = await operator('backup', beside)
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^✓ .* tables, \d+ rows, /) })
  const checked = `✓ ${nameIn(made.out)}  `
  expect(await operator('backup', beside, '--check')).toMatchObject({
    code: 0,
    out: expect.stringContaining(checked),
  })
  expect(await operator('audit', beside, 'verify')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^[1-9]\d* entries verified, of which 0 without personal details\n/),
  })
  expect((await server.stop()).code).toBe(0)
})
