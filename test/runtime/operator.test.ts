import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { EFFECTS_QUEUE } from '#server/events/queues.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createLogger } from '#server/platform/logger.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { newId } from '#test/support/rows.ts'
import { startServer } from '#test/support/server-process.ts'
import { dataFolder } from './data-folder.ts'

const folder = dataFolder()
const script = join(import.meta.dirname, '..', '..', 'scripts', 'operator', 'given-up.ts')

test('jobs that were given up are listed while the server runs, and queued again on request (docs/self-hosting.md)', async () => {
  const database = await openTestDatabase()
  const env = { DATA_DIR: folder.path, DATABASE_URL: database.url }
  const server = await startServer({ env })
  const operator = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
      env: { PATH: process.env['PATH'], ...env },
    })
    return stdout
  }
  expect(await operator()).toBe('0 jobs were given up\n')

  // A job of a later release, which this one does not understand.
  const jobs = await createJobs(database.connection, {
    queues: [EFFECTS_QUEUE],
    log: createLogger('silent'),
    supervise: false,
  })
  const job = { v: 99, eventId: newId() }
  await database.db.transaction().execute((tx) => jobs.enqueue(tx, EFFECTS_QUEUE, job))
  const shown = new RegExp(
    `^\\d{4}-\\S+Z {2}${EFFECTS_QUEUE} {2}\\{.*"eventId":"${job.eventId}".*\\} {2}job not understood: .*\\n1 jobs were given up\\n$`,
  )
  const givenUp = () =>
    vi.waitFor(async () => expect(await jobs.listGivenUp()).toHaveLength(1), { timeout: 60_000 })
  await givenUp()
  expect(await operator()).toMatch(shown)
  expect(await operator('retry')).toBe('1 jobs put back\n')
  // It runs, and is given up again: nothing was lost.
  await givenUp()
  const [again] = await jobs.listGivenUp()
  expect(again).toMatchObject({ data: job, reason: expect.stringContaining('job not understood: ') })

  await jobs.stop()
  await server.stop()
  await database.close()
})
