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

  const FRUITS = `create table fruits (id int, taste text); insert into fruits values (1, 'sweet'), (2, null)`
  /** Migrates past the fruits, by another migration. */
  const migrateWith = async (text: string) => {
    await put('0001_fruits.sql', FRUITS)
    await migrate(database.pool, folder)
    await put('0002_stones.sql', text)
    return migrate(database.pool, folder)
  }
  const fruits = async () => (await database.pool.query('select * from fruits order by id')).rows

  // @spec P.371
  test.each([
    ['a column that holds something', 'alter table fruits drop column taste', 'fruits.taste'],
    ['a table that holds something', 'drop table fruits', 'fruits.id, fruits.taste'],
    ['rows', 'delete from fruits where id = 2', 'fruits.*'],
    ['all rows', 'truncate table fruits', 'fruits.*'],
    [
      'all rows in a block, and what refers to them,',
      `do $$ begin execute 'truncate fruits cascade'; end $$`,
      'fruits.*, all that refers to them.*',
    ],
    [
      'another one than it says',
      '-- gives up: fruits.id: unused\nalter table fruits drop column taste',
      'fruits.taste',
    ],
    [
      'one without saying why',
      '-- gives up: fruits.taste\nalter table fruits drop column taste',
      'fruits.taste',
    ],
  ])('refuses a migration that takes away %s, and changes nothing', async (_, text, what) => {
    await expect(migrateWith(text)).rejects.toMatchObject({
      key: 'migrationLoses',
      params: { name: '0002_stones.sql', what },
    })
    expect(await fruits()).toEqual([
      { id: 1, taste: 'sweet' },
      { id: 2, taste: null },
    ])
  })

  test.each([
    [
      'says what it gives up',
      '-- gives up: fruits.taste, rows of fruits: unused\ndelete from fruits; alter table fruits drop column taste',
      [],
    ],
    [
      'takes away a column without a value',
      'alter table fruits add column size int; alter table fruits drop column size',
      [
        { id: 1, taste: 'sweet' },
        { id: 2, taste: null },
      ],
    ],
    [
      'gives a column another name',
      'alter table fruits rename column taste to flavor',
      [
        { id: 1, flavor: 'sweet' },
        { id: 2, flavor: null },
      ],
    ],
    [
      'takes away what is worked out of others',
      `alter table fruits add column loud text generated always as (upper(taste)) stored; alter table fruits drop column loud`,
      [
        { id: 1, taste: 'sweet' },
        { id: 2, taste: null },
      ],
    ],
  ])('runs a migration that %s', async (_, text, left) => {
    expect(await migrateWith(text)).toEqual(['0002_stones.sql'])
    expect(await fruits()).toEqual(left)
  })

  test('says so where migrations before it in the same start were applied: the earlier release does not start any more', async () => {
    await put('0001_fruits.sql', FRUITS)
    await migrate(database.pool, folder)
    await put('0002_stones.sql', 'create table stones (id int)')
    await put('0003_fewer.sql', 'alter table fruits drop column taste')
    await expect(migrate(database.pool, folder)).rejects.toMatchObject({
      key: 'migrationLosesLater',
      params: { name: '0003_fewer.sql', what: 'fruits.taste' },
    })
    expect(await tables()).toEqual(['fruits', 'stones'])
  })

  test('runs a migration that takes away a column that is empty in every row', async () => {
    await put(
      '0001_fruits.sql',
      'create table fruits (id int, taste text); insert into fruits values (1, null)',
    )
    await migrate(database.pool, folder)
    await put('0002_stones.sql', 'alter table fruits drop column taste')
    expect(await migrate(database.pool, folder)).toEqual(['0002_stones.sql'])
    expect(await fruits()).toEqual([{ id: 1 }])
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
