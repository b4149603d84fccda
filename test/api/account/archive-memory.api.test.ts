import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#contract/values.ts'
import { openFileStores } from '#server/platform/files/file-stores.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { writeInChild } from '#test/support/exports/in-child.ts'
import { writePractice } from '#test/support/exports/large-practice.ts'
import { newId } from '#test/support/rows.ts'

// The short form of `npm run bench -- --only=exports` (docs/benchmarks.md).

const MB = 1_048_576
const SMALL = { clients: 1, sessions: 1, messages: 1, files: 0, fileBytes: 64 }
/** Of both rows and files more than an archive may have in memory. */
const LARGE = { clients: 50, sessions: 1_000, messages: 1_000, notes: 1_200, files: 1, fileBytes: 96 * MB }
/** What an archive adds at most, however large it is. */
const MOST_MORE = 80 * MB

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'norte-archives-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

// @spec P.359
test('an archive of a large practice takes hardly more memory than one of a small practice', async () => {
  const { resourceFiles } = await openFileStores({ dataDir: folder, s3: undefined })
  const [few, many] = [newId<UserId>(), newId<UserId>()]
  await writePractice(database.db, resourceFiles, few, SMALL)
  await writePractice(database.db, resourceFiles, many, LARGE)
  const [small, large] = await writeInChild(database.connection, folder, [few, many])
  expect(large!.byteSize - small!.byteSize).toBeGreaterThan(LARGE.files * LARGE.fileBytes)
  expect(large!.most - small!.most).toBeLessThan(MOST_MORE)
})
