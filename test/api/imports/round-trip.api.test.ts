import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMPORT_MAP, columnsOfPractice } from '#server/db/data-map/import/import-map.ts'
import { fillDemo } from '#server/demo/fill.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { exportOf, fetchExport, rowsIn } from '#test/support/exports/exports.ts'
import { unzip } from '#test/support/exports/unzip.ts'
import { good } from '#test/support/groups.ts'
import { type Entries, importInto } from '#test/support/imports/archives.ts'
import { expectSamePractice } from '#test/support/imports/compare.ts'
import { practiceOfEveryTable } from '#test/support/imports/every-table.ts'
import { multiplied } from '#test/support/imports/multiplied.ts'
import { newCoach } from '#test/support/people.ts'

let app: TestApp
/** Another server, with a database, secrets and a folder of files that the first one knows nothing of. */
let elsewhere: TestApp
let demo: Entries
/** A small practice of the other server, with what the demo has nothing of. */
let small: Entries
beforeAll(async () => {
  app = await makeApp()
  const [email, password] = /(\S+@\S+\.example) +(\S+)$/.exec((await fillDemo(app.deps))[1]!)!.slice(1)
  const { token } = good(
    await app.call('POST /v1/auth/user', { body: { email: email!, password: password! } }),
  )
  const { id: userId } = good(await app.call('GET /v1/auth/me', {}, token))
  const params = { userId }
  const { id: exportId } = good(
    await app.call('POST /v1/user/:userId/export', { params, body: { password: password! } }, token),
    202,
  )
  await app.settle()
  demo = await unzip(await fetchExport(app, { userId, token }, exportId))
  elsewhere = await makeApp({ now: '2027-01-29T15:00:00.000Z' })
  small = (await practiceOfEveryTable(elsewhere)).archive
  elsewhere.clock.set(instant(TEST_NOW))
}, 240_000)
afterAll(() => Promise.all([app.close(), elsewhere.close()]))

/** Reads an archive into the practice of a new coach, and answers the archive of that. */
async function readBack(archive: Entries, into = app): Promise<Entries> {
  const coach = await newCoach(into)
  const { state, refusal } = await importInto(into, coach, archive)
  expect([state, refusal]).toEqual(['done', null])
  return exportOf(into, coach)
}

// @spec P.347
describe('what is compared', () => {
  test('has a row of every table that is read back, and a value in every column', () => {
    const isEmpty = (value: unknown) =>
      value === null || value === '' || (Array.isArray(value) && value.length === 0)
    const missing = IMPORT_MAP.flatMap(({ name }) => {
      const rows = [demo, small].flatMap((archive) => rowsIn(archive, `practice/${name}`))
      if (rows.length === 0) return [name]
      return columnsOfPractice(name)
        .filter((column) => rows.every((row) => isEmpty(row[column])))
        .map((column) => `${name}.${column}`)
    })
    expect(missing).toEqual([])
  })
})

// @spec P.347
describe('the demo practice', () => {
  test('is the same row by row and byte by byte after it was read back, beside itself', async () => {
    const after = await readBack(demo)
    const { rows, files } = await expectSamePractice(demo, after)
    expect(rows).toBeGreaterThan(400)
    expect(files).toBeGreaterThan(1)
    // And once more, from what was read back.
    await expectSamePractice(after, await readBack(after))
  }, 120_000)

  test('at ten times its size is so too', async () => {
    const large = multiplied(demo, 10)
    const { rows } = await expectSamePractice(large, await readBack(large))
    expect(rows).toBeGreaterThan(4_000)
  }, 240_000)
})

// @spec P.347
describe('a small practice with what the demo has nothing of', () => {
  test('is the same after it was read back beside itself, and on another server', async () => {
    for (const server of [elsewhere, app]) {
      const { rows, files } = await expectSamePractice(small, await readBack(small, server))
      expect(rows).toBeGreaterThan(40)
      expect(files).toBe(2)
    }
  }, 120_000)
})
