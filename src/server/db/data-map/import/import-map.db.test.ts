import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOLD_TYPES } from '#server/modules/sessions/records/history.presenter.ts'
import { EVENT_VERSION } from '#server/events/stored-event.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { DATA_MAP } from '../data-map.ts'
import { SESSION_HISTORY } from '../session-history.ts'
import type { ColumnRule, readBack } from './column-rules.ts'
import { IMPORT_MAP, NAMED_TABLES, NOT_READ_BACK, columnsOfPractice } from './import-map.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

// @spec P.345
test('every table of a practice is read back, or somebody has said why not', () => {
  const practice = Object.entries(DATA_MAP).filter(([, { rows }]) => rows.practice !== undefined)
  const answered = [...IMPORT_MAP.map(({ name }) => name as string), ...Object.keys(NOT_READ_BACK)]
  expect(practice.length).toBeGreaterThan(40)
  expect(answered.toSorted()).toEqual(practice.map(([name]) => name).toSorted())
})

/** Whether a column takes what the archive has of it. */
const reads = (rule: ColumnRule) =>
  rule.is === 'fill' || rule.is === 'kept' ? rule.read !== undefined : rule.is !== 'made'

test('a column is read back where the archive has it, and filled where it has not', () => {
  for (const { name, columns } of IMPORT_MAP) {
    const read = Object.entries(columns).filter(([, rule]) => reads(rule))
    expect.soft(read.map(([column]) => column).toSorted(), name).toEqual(columnsOfPractice(name).toSorted())
  }
})

test('only the coach of the import, and no row by an id of the archive, is written where a row is named', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string }>(`
    select t.relname as "table", a.attname as "column" from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any(c.conkey)
    where c.contype = 'f'`)
  const named = new Set(rows.map(({ table, column }) => `${table}.${column}`))
  for (const { name, columns } of IMPORT_MAP) {
    for (const [column, rule] of Object.entries(columns)) {
      if (named.has(`${name}.${column}`) || /(^|_)id$/.test(column)) {
        expect
          .soft(['own', 'ref', 'author', 'picture', 'fill', 'mapped', 'kept'], `${name}.${column}`)
          .toContain(rule.is)
      }
      if (column === 'coach_id') expect.soft(rule.is, `${name}.${column}`).toBe('fill')
    }
  }
})

test('a column that the database makes is one that it makes', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string }>(`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`)
  const needed = new Set(rows.map(({ table, column }) => `${table}.${column}`))
  for (const { name, columns } of IMPORT_MAP) {
    for (const [column, rule] of Object.entries(columns)) {
      if (rule.is === 'made') expect.soft(needed, `${name}.${column}`).not.toContain(`${name}.${column}`)
    }
  }
})

test('the history of sessions is what their screen tells', () => {
  expect([...SESSION_HISTORY].toSorted()).toEqual([...TOLD_TYPES].toSorted())
  const { columns } = IMPORT_MAP.find(({ name }) => name === 'domain_events')!
  const version = columns['version'] as Extract<ColumnRule, { is: 'fill' }>
  expect(version.with({}, {} as never)).toBe(EVENT_VERSION)
})

test('a column without an answer does not compile', () => {
  type Columns = Parameters<typeof readBack<'effects_done'>>[1]
  const whole: Record<'key' | 'done_at', ColumnRule> extends Columns ? true : false = true
  const partly: Record<'key', ColumnRule> extends Columns ? true : false = false
  expect([whole, partly]).toEqual([true, false])
})

test('the tables with documents are known, so that their rows may be longer', () => {
  const documents = IMPORT_MAP.filter(({ columns }) => {
    const body = columns['body']
    return body?.is === 'value' && body.schema.safeParse({ ...textSaying('Hola') }).success
  })
  expect(documents.map(({ name }) => name).toSorted()).toEqual(['note_versions', 'notes', 'resources'])
  for (const { name, hasDocument } of IMPORT_MAP) {
    expect.soft(hasDocument ?? false, name).toBe(documents.some((document) => document.name === name))
  }
})

test('the tables that are named are known, also those that depend on the row', () => {
  const named = IMPORT_MAP.flatMap(({ columns }) =>
    Object.values(columns).flatMap((rule) => {
      if (rule.is !== 'ref') return []
      if (typeof rule.to === 'string') return [rule.to]
      const { to } = rule
      return [{ type: 'Group' }, { type: 'goal.moved' }, { type: 'session.booked' }, {}].map((row) => to(row))
    }),
  )
  expect([...NAMED_TABLES].toSorted()).toEqual([...new Set<string>(named)].toSorted())
  // Most of what is not read back is history, which nothing names.
  expect(NAMED_TABLES).not.toContain('domain_events')
})
