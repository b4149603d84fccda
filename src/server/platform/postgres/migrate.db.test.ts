import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { migrate, migrationsFolder } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'norte-migrations-'))
  await database.pool.query('drop table if exists schema_migrations, fruits, stones')
})
afterEach(() => rm(folder, { recursive: true }))

const put = (name: string, text: string) => writeFile(join(folder, name), text)

const tables = async () => {
  const { rows } = await database.pool.query(
    "select relname from pg_class where relname in ('fruits', 'stones') order by relname",
  )
  return rows.map(({ relname }) => relname)
}

describe('migrate', () => {
  test('runs new migrations, in order, and nothing twice', async () => {
    await put('0001_fruits.sql', 'create table fruits (id int)')
    expect(await migrate(database.pool, folder)).toEqual(['0001_fruits.sql'])
    await put('0002_stones.sql', 'alter table fruits rename to stones')
    expect(await migrate(database.pool, folder)).toEqual(['0002_stones.sql'])
    expect(await migrate(database.pool, folder)).toEqual([])
    expect(await tables()).toEqual(['stones'])
  })

  test('leaves nothing of a migration that fails, and continues once it is fixed', async () => {
    await put('0001_fruits.sql', 'create table fruits (id int)')
    await put('0002_stones.sql', 'create table stones (id int); select 1 / 0')
    await expect(migrate(database.pool, folder)).rejects.toThrow('division by zero')
    expect(await tables()).toEqual(['fruits'])
    await put('0002_stones.sql', 'create table stones (id int)')
    expect(await migrate(database.pool, folder)).toEqual(['0002_stones.sql'])
  })

  test('refuses a file that changed after it ran, but accepts other line ends', async () => {
    await put('0001_fruits.sql', 'create table fruits (\n id int)')
    await migrate(database.pool, folder)
    await put('0001_fruits.sql', 'create table fruits (\r\n id int)')
    expect(await migrate(database.pool, folder)).toEqual([])
    await put('0001_fruits.sql', 'create table fruits (\n id bigint)')
    await expect(migrate(database.pool, folder)).rejects.toMatchObject({
      key: 'migrationChanged',
      params: { name: '0001_fruits.sql' },
    })
  })

  test('refuses a database that is newer than this version', async () => {
    await put('0001_fruits.sql', 'create table fruits (id int)')
    await put('0002_stones.sql', 'create table stones (id int)')
    await migrate(database.pool, folder)
    await rm(join(folder, '0002_stones.sql'))
    await expect(migrate(database.pool, folder)).rejects.toMatchObject({
      key: 'databaseNewer',
      params: { name: '0002_stones.sql' },
    })
  })

  test('refuses gaps and names it cannot order, before running anything', async () => {
    await put('0001_fruits.sql', 'create table fruits (id int)')
    await put('0003_stones.sql', 'create table stones (id int)')
    await expect(migrate(database.pool, folder)).rejects.toThrow('0003_stones.sql should be number 2')
    expect(await tables()).toEqual([])
  })

  test('gives a table that is in use back to the others, and runs once it is free', async () => {
    await put('0001_fruits.sql', 'create table fruits (id int); insert into fruits values (1)')
    await migrate(database.pool, folder)
    await put('0002_stones.sql', 'alter table fruits rename to stones')
    const reader = await database.pool.connect()
    await reader.query('begin; select * from fruits')
    const others: unknown[] = []
    const run = await migrate(database.pool, folder, undefined, {
      lockWaitMs: 50,
      async pause() {
        // Between two tries the table is not waited for: everybody else reads it.
        others.push((await database.pool.query('select id from fruits')).rows)
        if (others.length === 3) await reader.query('commit')
      },
    })
    reader.release()
    expect(run).toEqual(['0002_stones.sql'])
    expect(others).toEqual([[{ id: 1 }], [{ id: 1 }], [{ id: 1 }]])
    expect(await tables()).toEqual(['stones'])
  })

  test('says which migration waits for a table that is never free, and leaves everything as it was', async () => {
    await put('0001_fruits.sql', 'create table fruits (id int)')
    await migrate(database.pool, folder)
    await put('0002_stones.sql', 'create table stones (id int); drop table fruits')
    const reader = await database.pool.connect()
    await reader.query('begin; select * from fruits')
    const run = migrate(database.pool, folder, undefined, { lockWaitMs: 1, pause: async () => undefined })
    await expect(run).rejects.toMatchObject({ key: 'tableLocked', params: { name: '0002_stones.sql' } })
    await reader.query('rollback')
    reader.release()
    expect(await tables()).toEqual(['fruits'])
  })

  test('a server that is killed in the middle of a migration leaves nothing of it, and the next start runs it', async () => {
    await put('0001_fruits.sql', 'create table fruits (id int)')
    await migrate(database.pool, folder)
    await put('0002_stones.sql', 'create table stones (id int); select pg_sleep(60)')
    const killed = migrate(database.pool, folder).then(
      () => undefined,
      (error: Error) => error.message,
    )
    // The connection of a process that is killed ends; its statement with it.
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await database.pool.query(kill)).rowCount).toBe(1)
    expect(await killed).toMatch(/terminating connection|Connection terminated/)
    expect(await tables()).toEqual(['fruits'])
    await put('0002_stones.sql', 'create table stones (id int)')
    expect(await migrate(database.pool, folder)).toEqual(['0002_stones.sql'])
  })

  test('servers that start together run each migration once', async () => {
    await put('0001_fruits.sql', 'create table fruits (id int); select pg_sleep(0.05)')
    await put('0002_stones.sql', 'create table stones (id int)')
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, folder)))
    expect(runs.flat().toSorted()).toEqual(['0001_fruits.sql', '0002_stones.sql'])
  })
})

test("the product's own migrations were applied to every test database", async () => {
  const fresh = await openTestDatabase()
  expect(await migrate(fresh.pool, migrationsFolder())).toEqual([])
  await fresh.close()
})
