import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORTS_QUEUE } from '#server/events/queues.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { askExport, fetchExport, lastExport } from '#test/support/exports/exports.ts'
import { unzip } from '#test/support/exports/unzip.ts'
import { type S3Server, s3Environment, startS3Server } from '#test/support/fakes/s3-server.ts'
import { good } from '#test/support/groups.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'
import { wav } from '#test/support/resources/files.ts'
import { newResource, upload } from '#test/support/resources/uploads.ts'
import { probe } from '#test/support/servers/health.ts'
import { openSmallDisk, canOpenSmallDisk } from '#test/support/servers/small-disk.ts'
import { startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { dataFolder } from '../data-folder.ts'

// The disk on which an archive is written is full before its end. The bytes of files are in a bucket, as where a server has a
// small disk.

const MEGABYTE = 1_048_576

const folder = dataFolder()
let bucket: S3Server
let database: TestDatabase
let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  bucket = await startS3Server()
  database = await openTestDatabase()
  const env = { TOKEN_SECRET, ...s3Environment(bucket) }
  app = await makeApp({ database, env, now: toIso(systemClock.now()) })
  coach = await newCoach(app)
})
afterAll(async () => {
  await app.close()
  await database.close()
  await bucket.close()
})

/** Whether a worker has tried to write an archive, and was done with that. */
async function wasTried(): Promise<boolean> {
  const { rows } = await database.pool.query(
    `select from pgboss.job where name = $1 and (retry_count > 0 or state not in ('created', 'active'))`,
    [EXPORTS_QUEUE],
  )
  return rows.length > 0
}

/** An operator asks for what failed to be tried now. */
async function tryAgain(): Promise<string | undefined> {
  await app.deps.jobs.hurryFailing({ queue: EXPORTS_QUEUE })
  return (await lastExport(app, coach))?.state
}

// @spec P.336
test.skipIf(!canOpenSmallDisk())(
  'an archive that finds no room in the middle leaves no part, costs the server nothing, and is ready once there is room',
  async () => {
    const bytes = wav(3 * MEGABYTE)
    randomBytes(bytes.length - 44).copy(bytes, 44)
    const { id: fileId } = good(await upload(app, coach, { name: 'Calma.wav', bytes }))
    await newResource(app, coach, { title: 'Calma', type: 'file', status: 'published', fileId })
    const disk = await openSmallDisk(join(folder.path, 'export-parts'), MEGABYTE)
    const server = await startServer({
      as: disk.as,
      env: {
        DATA_DIR: folder.path,
        DATABASE_URL: database.url,
        TOKEN_SECRET,
        ...s3Environment(bucket),
      },
    })

    good(await askExport(app, coach), 202)
    await expect.poll(wasTried).toBe(true)
    // Not running, as after another failure, of which the fourth gives it up.
    expect((await lastExport(app, coach))?.state).toBe('waiting')
    await expect.poll(() => readdir(disk.path)).toEqual([])
    expect(await probe(server.url)).toMatchObject({ status: 200, body: { status: 'ok' } })

    await disk.resize(2_048 * MEGABYTE)
    await expect.poll(tryAgain).toBe('ready')
    expect(await readdir(disk.path)).toEqual([])
    const archive = await unzip(await fetchExport(app, coach, (await lastExport(app, coach))!.id))
    expect([...archive.values()].some((entry) => entry.equals(bytes))).toBe(true)
    expect((await server.stop()).code).toBe(0)
    await disk.close()
  },
)
