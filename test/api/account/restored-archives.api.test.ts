import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newFolder } from '#test/support/backups/contents.ts'
import { type TestDatabase, openEmptyDatabase, openTestDatabase } from '#test/support/database.ts'
import { askExport, exportOf, fetchExport, lastExport } from '#test/support/exports/exports.ts'
import { good } from '#test/support/groups.ts'
import {
  beginImport,
  finishImport,
  importInto,
  importOf,
  sendImportPart,
  uploadArchive,
  zipOf,
} from '#test/support/imports/archives.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'

// Archives are not in a backup. A person who had one, or was sending one, at that moment, does it again after a restore.

let root: string
let database: TestDatabase
let place: TestDatabase
let restored: TestApp
let zip: Buffer
let having: TestCoach
let waiting: TestCoach
/** Who has sent half of one to be read. */
let sending: TestCoach
let sent: TestCoach
const said: string[] = []

beforeAll(async () => {
  root = await newFolder()
  database = await openTestDatabase()
  place = await openEmptyDatabase()
  const env = { TOKEN_SECRET: randomBytes(32).toString('base64') }
  const app = await makeApp({ database, env })
  having = await newCoach(app)
  waiting = await newCoach(app)
  sending = await newCoach(app)
  sent = await newCoach(app)
  zip = await zipOf(await exportOf(app, having))
  good(await askExport(app, waiting), 202)
  const half = good(await beginImport(app, sending, zip.length), 201)
  await sendImportPart(app, sending, half.id, 0, zip.subarray(0, 100))
  good(await finishImport(app, sent, await uploadArchive(app, sent, zip)), 202)
  const { files, resourceFiles: resources, config } = app.deps
  const from = { dataDir: config.dataDir, connection: database.connection, stores: { files, resources } }
  await makeBackup({ folder: join(root, 'backups'), keep: 1, key: undefined, ...from })
  await app.close()
  const dataDir = join(root, 'data')
  await restoreBackup({
    folder: join(root, 'backups'),
    name: undefined,
    key: undefined,
    dataDir,
    databaseUrl: place.url,
    s3: undefined,
    say: (line) => void said.push(line),
  })
  const now = toIso(app.clock.now())
  restored = await makeApp({ now, database: place, env: { ...env, DATA_DIR: dataDir } })
})
afterAll(async () => {
  await restored.close()
  await place.close()
  await database.close()
  await rm(root, { recursive: true, force: true })
})

// @spec P.310
test('an archive that was ready is not offered after a restore, which says so, and is written again', async () => {
  expect(said).toContain("Archives of people's data that are not in a backup, and can be asked for again: 1")
  expect(await lastExport(restored, having)).toBeNull()
  expect((await exportOf(restored, having)).has('manifest.json')).toBe(true)
})

test('one that was being written is ready soon after the restore', async () => {
  await restored.settle()
  const ready = await lastExport(restored, waiting)
  expect(ready).toMatchObject({ state: 'ready' })
  expect((await fetchExport(restored, waiting, ready!.id)).length).toBe(ready!.byteSize)
})

// @spec P.310
test('an archive that was sent to be read, in part or whole, can be sent again', async () => {
  expect(said).toContain('Archives that were being read back, are not in a backup, and can be sent again: 2')
  await restored.settle()
  for (const coach of [sending, sent]) {
    expect(await importOf(restored, coach)).toMatchObject({ import: null, isEmpty: true })
    expect(await importInto(restored, coach, zip)).toMatchObject({ state: 'done' })
  }
})
