import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ResourceId, UserId } from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { textRow } from '#test/support/rich-text/rich-texts.ts'
import { ROWS_AT, coachRow, newId } from '#test/support/rows.ts'
import { type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import { wordsInTexts } from './resources.domain.ts'
import * as resources from './resources.repository.ts'

const page = { direction: 'asc', sort: 'title', items: 10, page: 1 } as const

let database: TestDatabase
let coachId: UserId
let scope: CoachScope
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  ;({ coachId } = await coachRow(database))
  scope = scopeOfPractice(coachId)
})
afterAll(() => database.close())

async function resource(title: string, text: string, fields: resources.ResourceFields = {}) {
  const row = { id: newId<ResourceId>(), type: 'text' as const, title, status: 'published' as const }
  await database.db
    .transaction()
    .execute((tx) =>
      resources.insertResource(tx, scope, { ...row, ...textRow(text), tags: [], ...fields }, ROWS_AT),
    )
  return row.id
}
async function find(
  search: string,
  query: { status?: 'archived'; items?: number; page?: number } = {},
  of = scope,
) {
  const words = wordsInTexts(search)
  const { rows, total } = await resources.listResources(database.db, of, { ...page, ...query, search, words })
  return [rows.map(({ title }) => title), total]
}

// @spec P.150
test('a search finds a part of a title, and all words of a text by how they begin, in any order', async () => {
  await resource('Autoestima', 'Con los audífonos puestos: 4-7-8.', { tags: ['calma'] })
  await resource('Límites', 'Puestos de trabajo; nuestro_equipo.')
  expect(await find('estima')).toEqual([['Autoestima'], 1])
  expect(await find('AUDIFO')).toEqual([['Autoestima'], 1])
  expect(await find('puestos')).toEqual([['Autoestima', 'Límites'], 2])
  expect(await find('puestos audífonos')).toEqual([['Autoestima'], 1])
  // A word of the title or a tag, and one of the text.
  expect(await find('autoestima audífonos calma')).toEqual([['Autoestima'], 1])
  expect(await find('4-7-8')).toEqual([['Autoestima'], 1])
  expect(await find('equipo')).toEqual([['Límites'], 1])
  expect(await find('dífonos')).toEqual([[], 0])
  // Few letters are looked for in what is short.
  expect(await find('e')).toEqual([['Autoestima', 'Límites'], 2])
  expect(await find('im')).toEqual([['Autoestima', 'Límites'], 2])
  expect(await find('pu')).toEqual([[], 0])
  expect(await find("' | otra:*")).toEqual([[], 0])
  for (const pattern of ['%', '_', 'l_mites', '%%%', 'a\\\\u', 'a\\\\'])
    expect(await find(pattern)).toEqual([[], 0])
})

test('what a text says is found as it is written, whatever the signs in it', async () => {
  await resource('Agua', 'Bebe ½ litro por metro², D’Artagnan: ¡ya!')
  for (const search of [
    '½ litro',
    'LITRO ½',
    'metro²',
    'por metro²',
    'd’artagnan',
    'd.artagnan',
    '¡ya! bebe',
    'be\u0301be',
    '!litro & x',
  ])
    expect([search, await find(search)]).toEqual([search, [['Agua'], 1]])
  for (const search of [
    '½',
    '½ taza',
    '²²²',
    '´´´',
    '\u0301\u0301\u0301',
    '\u200f\u200f\u200f',
    ':*:*',
    '<->',
  ])
    expect([search, await find(search)]).toEqual([search, [[], 0]])
})

// @spec P.150
test('it is filtered and paged as the library is, and is of its practice', async () => {
  for (const title of ['Uno', 'Dos', 'Tres']) await resource(title, 'Respira.')
  await resource('Viejo', 'Respira.', { status: 'archived' })
  expect(await find('respira')).toEqual([['Dos', 'Tres', 'Uno'], 3])
  expect(await find('respira', { items: 2, page: 2 })).toEqual([['Uno'], 3])
  expect(await find('respira', { items: 2, page: 3 })).toEqual([[], 3])
  expect(await find('respira', { status: 'archived' })).toEqual([['Viejo'], 1])
  expect(await find('respira', {}, scopeOfPractice((await coachRow(database)).coachId))).toEqual([[], 0])
})

test('words of texts are found by index, without reading the texts', async () => {
  await sql`insert into resources (id, coach_id, type, title, status, tags, body, body_text, created_at, updated_at)
    select gen_random_uuid(), ${coachId}, 'text', 'Guía ' || n, 'published', '{}', '{}',
      'palabra' || n || repeat(' y otra', 30), now(), now() from generate_series(1, 2000) as n`.execute(
    database.db,
  )
  await sql`analyze resources`.execute(database.db)
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`explain select id from resources where coach_id = ${coachId}
    and deleted_at is null and search_words @@ to_tsquery('simple', 'palabra77:*')`.execute(database.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('resources_by_words')
  expect(await find('palabra1999')).toEqual([['Guía 1999'], 1])
})
