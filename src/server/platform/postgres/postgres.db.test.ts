import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { epochMs, fromIso } from '#time/clock.ts'
import { currentContext, inContext } from '#server/work-context.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { openGate } from '#test/support/gate.ts'
import { connectionTo, onServer } from '#test/support/postgres.ts'
import { isDatabaseAway } from './database-away.ts'
import { createDatabase, requireUsableServer, toTimestamp } from './postgres.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function one<T>(query: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await query.execute(database.db)
  return rows[0]!
}

describe('values', () => {
  test('an instant is read as it was written, in near and distant years', async () => {
    for (const iso of ['2026-11-24T16:00:00.123Z', '1900-01-01T00:00:00.000Z', '2999-12-31T23:59:59.999Z']) {
      const ms = fromIso(iso)
      expect(await one(sql<{ t: unknown }>`select ${toTimestamp(ms)} as t`)).toEqual({ t: ms })
    }
  })

  test('an instant does not depend on a session’s zone', async () => {
    const ms = fromIso('1910-06-15T12:00:00.500Z')
    await database.db.connection().execute(async (connection) => {
      for (const zone of ['Asia/Kolkata', 'America/St_Johns', 'America/Mexico_City', 'UTC']) {
        await sql`select set_config('timezone', ${zone}, false)`.execute(connection)
        const { rows } = await sql`select ${toTimestamp(ms)} as t`.execute(connection)
        expect(rows).toEqual([{ t: ms }])
      }
    })
  })

  test('a bare number is refused as an instant', async () => {
    const query = sql`select 1 where now() > ${epochMs(1_763_697_000_000)}`
    await expect(query.execute(database.db)).rejects.toThrow(
      /date\/time field value out of range|invalid input/,
    )
  })

  test('dates stay text, counts are numbers, arrays follow', async () => {
    const row = await one(sql<Record<string, unknown>>`
      select date '2028-02-29' as d, count(*) as n, array[date '2027-01-01', null] as ds,
             array[timestamptz '1970-01-01 00:00:01Z'] as ts, '{}'::date[] as none, array[1, 2]::bigint[] as ns`)
    expect(row).toEqual({ d: '2028-02-29', n: 1, ds: ['2027-01-01', null], ts: [1000], none: [], ns: [1, 2] })
  })

  test('refuses what no number or instant of ours can hold', async () => {
    await expect(one(sql`select 9007199254740993::bigint as n`)).rejects.toThrow(RangeError)
    await expect(one(sql`select 'infinity'::timestamptz as t`)).rejects.toThrow(RangeError)
  })

  test('an idle session uses UTC, whatever the server’s default', async () => {
    expect(await one(sql`select current_setting('timezone') as zone`)).toEqual({ zone: 'UTC' })
  })
})

describe('prepared statements', () => {
  test('a query is prepared once per connection, however often it runs', async () => {
    await database.db.connection().execute(async (connection) => {
      for (const n of [1, 2, 3]) await sql`select ${n}::int as probe`.execute(connection)
      const { rows } = await sql<{ name: string }>`
        select name from pg_prepared_statements where statement = 'select $1::int as probe'`.execute(
        connection,
      )
      expect(rows).toHaveLength(1)
    })
  })

  test('texts beyond the limit still run, without a name', async () => {
    const { url } = database
    const other = createDatabase({ url }, { size: 1 })
    await other.db.connection().execute(async (connection) => {
      for (let n = 0; n < 520; n += 1) await sql.raw(`select ${n} as n`).execute(connection)
      const { rows } = await sql.raw('select count(*) as n from pg_prepared_statements').execute(connection)
      expect(rows).toEqual([{ n: 500 }])
    })
    await other.close()
  })

  test('a plan that a migration made stale costs one failure, not the connection', async () => {
    const other = createDatabase({ url: database.url }, { size: 1 })
    await sql`create table shelf (a int)`.execute(other.db)
    const read = () => sql`select * from shelf`.execute(other.db)
    await read()
    await database.pool.query('alter table shelf add column b int')
    await expect(read()).rejects.toThrow('cached plan must not change result type')
    expect((await read()).rows).toEqual([])
    await other.close()
  })
})

describe('what has no answer is sent with the statement after it', () => {
  test('and fails it, with its own reason', async () => {
    const change = database.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 'nonsense'`.execute(tx)
      await sql`select 1`.execute(tx)
    })
    await expect(change).rejects.toThrow('invalid value for parameter "statement_timeout"')
    expect(await one(sql`select 1 as n`)).toEqual({ n: 1 })
  })

  test('also if that is the commit: nothing is written', async () => {
    await sql`create table board (a int)`.execute(database.db)
    const change = database.db.transaction().execute(async (tx) => {
      await sql`insert into board values (1)`.execute(tx)
      await sql.raw(`notify norte_test, '${'x'.repeat(8_000)}'`).execute(tx)
    })
    await expect(change).rejects.toThrow('payload string too long')
    expect(await one(sql`select count(*) as n from board`)).toEqual({ n: 0 })
  })

  test('a transaction whose connection is gone by its begin fails as one whose database is away', async () => {
    const other = createDatabase({ url: database.url }, { size: 1 })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(other.db)
    const change = other.db.transaction().execute(async (tx) => {
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
      await sql`select 1`.execute(tx)
    })
    await expect(change).rejects.toSatisfy(isDatabaseAway)
    await expect(sql`select 1`.execute(other.db)).resolves.toBeDefined()
    await other.close()
  })
})

describe('the server', () => {
  test('is accepted if it is usable', async () => {
    await expect(requireUsableServer(database.pool)).resolves.toBeUndefined()
  })

  test('is refused with its reason if it is not there', async () => {
    const absent = createDatabase({ url: 'postgres://norte@127.0.0.1:1/norte' })
    await expect(requireUsableServer(absent.pool)).rejects.toMatchObject({
      key: 'databaseUnreachable',
      params: { reason: expect.stringContaining('ECONNREFUSED') },
    })
    await absent.close()
  })

  test('is refused with another encoding', async () => {
    const { admin } = inject('testServer')
    const name = `norte_latin_${process.pid}`
    await onServer(
      admin,
      `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
    )
    const latin = createDatabase(connectionTo(admin, name), { size: 1 })
    await expect(requireUsableServer(latin.pool)).rejects.toMatchObject({
      key: 'databaseEncoding',
      params: { encoding: 'LATIN1' },
    })
    await latin.close()
    await onServer(admin, `drop database ${name}`)
  })

  test('a connection that the server ends is replaced, and its loss is not that of the request that opened it', async () => {
    const contexts: unknown[] = []
    const onError = () => contexts.push(currentContext())
    const other = createDatabase({ url: database.url }, { size: 1, onError })
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(other.db)).rows[0]!.pid
    const first = await inContext({ requestId: 'one' }, pid)
    const dropped = new Promise<void>((done) => other.pool.once('remove', () => done()))
    await database.pool.query('select pg_terminate_backend($1)', [first])
    await dropped
    expect(await pid()).not.toBe(first)
    expect(contexts).toEqual([undefined])
    await other.close()
  })
})

describe('a server that does not respond any more', () => {
  test('fails a query and a transaction within the time limit, and the next ones get through', async () => {
    const gate = await openGate(database.connection)
    const impatient = createDatabase(gate.connection, { size: 1, answerWithinMs: 300 })
    const ask = () => sql`select 1 as one`.execute(impatient.db)
    await ask()
    gate.stall()
    await expect(ask()).rejects.toSatisfy(isDatabaseAway)
    gate.open()
    expect((await ask()).rows).toEqual([{ one: 1 }])

    const transaction = impatient.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      gate.stall()
      await sql`select 2`.execute(tx)
    })
    await expect(transaction).rejects.toSatisfy(isDatabaseAway)
    gate.open()
    expect((await ask()).rows).toEqual([{ one: 1 }])
    await impatient.close()
    gate.close()
  })

  test('ends every connection when it ends, also those in use, and not the process', async () => {
    const gate = await openGate(database.connection)
    const broken: Error[] = []
    const pooled = createDatabase(gate.connection, { size: 3, onError: (error) => broken.push(error) })
    const asking = Promise.allSettled(
      [1, 2, 3].map(() =>
        pooled.db.transaction().execute(async (tx) => {
          await sql`select 1`.execute(tx)
          await sql`select pg_sleep(20)`.execute(tx)
        }),
      ),
    )
    const asleep = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where query = 'select pg_sleep(20)' and state = 'active' and datname = current_database()`
    await vi.waitFor(async () => expect(await one(asleep)).toEqual({ n: 3 }), { timeout: 60_000 })
    gate.shut()
    for (const asked of await asking) {
      expect(asked.status === 'rejected' && isDatabaseAway(asked.reason)).toBe(true)
    }
    expect(broken.length).toBeGreaterThanOrEqual(3)
    gate.open()
    expect((await sql`select 1 as one`.execute(pooled.db)).rows).toEqual([{ one: 1 }])
    await pooled.close()
    gate.close()
  })
})
