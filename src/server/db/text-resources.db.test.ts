import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RichText, plainText, richTextProblem } from '#contract/rich-text/rich-text.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { earlierPractice, migrateBefore } from '#test/support/earlier-schema.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { newId } from '#test/support/rows.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

// @spec P.150
test('plain texts of resources become documents that say the same, of links nothing changes', async () => {
  await migrateBefore(database, '0024_text_resources.sql')
  const { pool } = database
  const { coachId: coach } = await earlierPractice(database)
  const plain = {
    line: 'Respira.',
    paragraphs: 'Respira.\n\nOtra vez,\ny otra.',
    windows: 'Uno\r\nDos',
    signs: `<b>"{}'\\ %s\t👋🏽 \u202Eשלום`,
    long: Array.from({ length: 8_999 }, (_, line) => String(line)).join('\n'),
    longest: 'a\n'.repeat(24_999) + 'a',
  }
  const insert = `insert into resources (id, coach_id, type, title, status, url, body, created_at, updated_at)
    values ($1, $2, $3, $4, 'published', $5, $6, now(), now())`
  for (const [title, body] of Object.entries(plain))
    await pool.query(insert, [newId(), coach, 'text', title, null, body])
  await pool.query(insert, [newId(), coach, 'link', 'link', 'https://norte.example', null])
  await migrate(pool)
  const { rows } = await pool.query(
    `select title, body, body_text, search_words @@ to_tsquery('simple', 'otra') as is_found from resources`,
  )
  const after = new Map(rows.map((row) => [row.title, row]))
  expect(new Set(after.keys())).toEqual(new Set([...Object.keys(plain), 'link']))
  for (const [title, text] of Object.entries(plain)) {
    const { body, body_text: words } = after.get(title)
    expect([title, richTextProblem(body)]).toEqual([title, undefined])
    expect(words).toBe(text)
    expect(plainText(body as RichText)).toBe(text.replaceAll('\r\n', '\n'))
  }
  expect(after.get('line').body).toEqual(textSaying('Respira.'))
  expect(after.get('paragraphs').body.content).toHaveLength(4)
  expect(rows.filter((row) => row.is_found)).toEqual([after.get('paragraphs')])
  expect(after.get('longest').body.content).toHaveLength(1)
  expect(after.get('link')).toMatchObject({ body: null, body_text: null })
})
