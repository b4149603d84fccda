import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('stored names lose bidirectional control characters, and nothing else', async () => {
  const migration = await readFile(join(import.meta.dirname, 'migrations', '0006_names.sql'), 'utf8')
  const connection = await database.pool.connect()
  try {
    // Hides the table of the same name; the other columns are not needed.
    await connection.query('create temporary table users (name text, last_name text)')
    await connection.query('insert into users values ($1, $2), ($3, $4), ($5, $6)', [
      '\u202EAna\u202C',
      'López\u200F',
      '\u2066\u2069',
      'Ruiz',
      'Luz',
      'דוד',
    ])
    await connection.query(migration)
    const { rows } = await connection.query('select name, last_name from users order by last_name')
    expect(rows).toEqual([
      { name: 'Ana', last_name: 'López' },
      { name: '?', last_name: 'Ruiz' },
      { name: 'Luz', last_name: 'דוד' },
    ])
  } finally {
    connection.release(true)
  }
})
