import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { exportOf } from '#test/support/exports/exports.ts'
import { type S3Server, s3Environment, startS3Server } from '#test/support/fakes/s3-server.ts'
import { importInto } from '#test/support/imports/archives.ts'
import { expectSamePractice } from '#test/support/imports/compare.ts'
import { practiceToMove } from '#test/support/imports/practice.ts'
import { newCoach } from '#test/support/people.ts'
import { eraseNow } from '#test/support/privacy/erase.ts'

let bucket: S3Server
let app: TestApp
beforeAll(async () => {
  bucket = await startS3Server()
  app = await makeApp({ env: s3Environment(bucket) })
})
afterAll(async () => {
  await app.close()
  await bucket.close()
})

type Store = 'files' | 'resourceFiles' | 'exportFiles' | 'importFiles'

async function stored(store: Store): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of app.deps[store].list()) ids.push(id)
  return ids.toSorted()
}

// @spec P.334, P.347, P.342
test('a practice with its files in a bucket is exported, read back and erased, and the bucket has what rows name', async () => {
  const { coach, archive } = await practiceToMove(app)
  const before = await stored('resourceFiles')
  // A document, a picture, and what is shown of that.
  expect(before).toHaveLength(3)
  expect(await stored('exportFiles')).toHaveLength(1)

  const other = await newCoach(app)
  expect((await importInto(app, other, archive)).state).toBe('done')
  expect(await stored('importFiles')).toEqual([])
  expect(await stored('resourceFiles')).toHaveLength(6)
  const { files } = await expectSamePractice(archive, await exportOf(app, other))
  expect(files).toBe(2)
  expect(await stored('exportFiles')).toHaveLength(2)

  await eraseNow(app, other)
  expect(await stored('resourceFiles')).toEqual(before)
  expect(await stored('exportFiles')).toHaveLength(1)
  // The other practice is as it was.
  const again = await exportOf(app, coach)
  for (const [path, bytes] of archive) if (path.startsWith('files/')) expect(again.get(path)).toEqual(bytes)
})
