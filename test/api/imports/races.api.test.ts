import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DataImportId } from '#contract/values.ts'
import { makeImport } from '#server/modules/data-imports/importing.service.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { good } from '#test/support/groups.ts'
import { finishImport, importInto, importOf, uploadArchive, zipOf } from '#test/support/imports/archives.ts'
import { practiceToMove } from '#test/support/imports/practice.ts'
import { type TestCoach, newCoach, newEmail } from '#test/support/people.ts'

let database: TestDatabase
let app: TestApp
let zip: Buffer
let coach: TestCoach
let id: DataImportId
beforeAll(async () => {
  database = await openTestDatabase()
  app = await makeApp({ database })
  zip = await zipOf((await practiceToMove(app)).archive)
})
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  id = await uploadArchive(app, coach, zip)
  good(await finishImport(app, coach, id), 202)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const read = (deps = app.deps) => makeImport(deps, { version: 1, importId: id })
const isSomebodyWaiting = async () => {
  const { rows } = await database.pool.query<{ waiting: boolean }>(`
    select count(*) > 0 as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]!.waiting
}
const clientsOf = async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select name from clients where coach_id = $1 order by name',
    [coach.userId],
  )
  return rows.map(({ name }) => name)
}

// @spec P.354
describe('a first client and an import at once', () => {
  test('of which the client is first: the import waits for it, and is refused', async () => {
    const other = await database.pool.connect()
    try {
      await other.query('begin')
      await other.query(
        `insert into clients (id, coach_id, name, last_name, email, status, timezone, created_at, updated_at)
          values (gen_random_uuid(), $1, 'Ada', 'Ruiz', $2, 'notInvited', 'America/Mexico_City', now(), now())`,
        [coach.userId, newEmail('client')],
      )
      const reading = read()
      await expect.poll(isSomebodyWaiting).toBe(true)
      await other.query('commit')
      await reading
    } finally {
      other.release()
    }
    expect((await importOf(app, coach)).import).toMatchObject({
      state: 'refused',
      refusal: { code: 'practice_import.not_empty' },
    })
    expect(await clientsOf()).toEqual(['Ada'])
  })

  test('of which the import is first: the client waits for it, and comes to the practice that is there then', async () => {
    const gate = Promise.withResolvers<undefined>()
    const reached = Promise.withResolvers<undefined>()
    const slow = {
      ...app.deps,
      jobs: {
        ...app.deps.jobs,
        // The last of what is written before the commit.
        enqueue: async (...job: Parameters<typeof app.deps.jobs.enqueue>) => {
          reached.resolve(undefined)
          await gate.promise
          return app.deps.jobs.enqueue(...job)
        },
      },
    }
    const reading = read(slow)
    await reached.promise
    const body = { name: 'Ada', lastName: 'Ruiz', email: newEmail('client') }
    const adding = app.call('POST /v1/client', { body }, coach.token)
    await expect.poll(isSomebodyWaiting).toBe(true)
    gate.resolve(undefined)
    await reading
    expect((await adding).status).toBe(201)
    expect((await importOf(app, coach)).import!.state).toBe('done')
    expect(await clientsOf()).toEqual(['Ada', 'Luz'])
  })
})

test('two coaches import the same archive at once, each into their practice', async () => {
  const [, second] = await Promise.all([read(), importInto(app, await newCoach(app), zip)])
  expect(second.state).toBe('done')
  expect((await importOf(app, coach)).import!.state).toBe('done')
})
