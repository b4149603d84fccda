import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '#server/demo/fill.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { exportOf, fetchExport } from '#test/support/exports/exports.ts'
import { unzip } from '#test/support/exports/unzip.ts'
import { good } from '#test/support/groups.ts'
import { type Entries, importInto } from '#test/support/imports/archives.ts'
import { expectSamePractice } from '#test/support/imports/compare.ts'
import { multiplied } from '#test/support/imports/multiplied.ts'
import { newCoach } from '#test/support/people.ts'

let app: TestApp
let demo: Entries
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
}, 240_000)
afterAll(() => app.close())

/** Reads an archive into the practice of a new coach, and answers the archive of that. */
async function readBack(archive: Entries): Promise<Entries> {
  const coach = await newCoach(app)
  const { state, refusal } = await importInto(app, coach, archive)
  expect([state, refusal]).toEqual(['done', null])
  return exportOf(app, coach)
}

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
