import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plainText } from '#contract/rich-text/rich-text.ts'
import type { ClientId, NoteId, NoteVersionId } from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { DAY_MS, type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'
import { type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import { searchNotes } from './note-search.repository.ts'
import { findVersion, forgetVersions, insertVersion, listVersions } from './note-versions.repository.ts'
import * as notes from './notes.repository.ts'

let database: TestDatabase
let scope: CoachScope
let clientId: ClientId
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  scope = scopeOfPractice((await coachRow(database)).coachId)
  ;({ clientId } = await clientRow(database, scope.coachId))
})
afterAll(() => database.close())

const write = <T>(run: Parameters<ReturnType<TestDatabase['db']['transaction']>['execute']>[0]) =>
  database.db.transaction().execute(run) as Promise<T>

type Given = Partial<notes.NewNote> & { at?: EpochMs }

/** A note that says a text. */
async function insert(text = 'Uno', { at = ROWS_AT, ...given }: Given = {}, of = scope): Promise<NoteId> {
  const body = textSaying(text)
  const note: notes.NewNote = {
    id: newId<NoteId>(),
    clientId,
    groupId: null,
    template: 'free',
    title: '',
    body,
    text: plainText(body),
    tags: [],
    pinned: false,
    sessionId: null,
    goalId: null,
    ...given,
  }
  await write((tx) => notes.insertNote(tx, of, note, at))
  return note.id
}

const after = (minutes: number) => epochMs(ROWS_AT + minutes * MINUTE_MS)
const page = { direction: 'asc', items: 10, page: 1 } as const

// @spec P.98
describe('notes of a practice', () => {
  test('are read and changed by no other', async () => {
    const id = await insert()
    const other = scopeOfPractice((await coachRow(database)).coachId)
    expect(await notes.findNote(database.db, other, id)).toBeUndefined()
    expect(await write((tx) => notes.lockNote(tx, other, id))).toBeUndefined()
    await write((tx) => notes.updateNote(tx, other, id, { title: 'Mía', deletedAt: ROWS_AT }, ROWS_AT))
    expect(await notes.findNote(database.db, scope, id)).toMatchObject({ title: '' })
    expect((await notes.listNotes(database.db, other, { clientId }, {}, page)).total).toBe(0)
    expect(await notes.hasAbout(database.db, other, { clientId })).toBe(false)
    expect((await searchNotes(database.db, other, { words: ['uno'] }, page)).total).toBe(0)
  })

  test('an id that is taken, here or elsewhere, adds nothing', async () => {
    const id = await insert('Uno')
    const other = scopeOfPractice((await coachRow(database)).coachId)
    const { clientId: theirs } = await clientRow(database, other.coachId)
    await insert('Dos', { id })
    await insert('Tres', { id, clientId: theirs }, other)
    expect(await notes.findNote(database.db, scope, id)).toMatchObject({ text: 'Uno', revision: 1 })
    expect(await notes.findNote(database.db, other, id)).toBeUndefined()
  })

  test('one about the client of another practice, or about nobody, cannot be stored', async () => {
    const { coachId } = await coachRow(database)
    const { clientId: theirs } = await clientRow(database, coachId)
    await expect(insert('x', { clientId: theirs })).rejects.toThrow(/notes_client/)
    await expect(insert('x', { clientId: null })).rejects.toThrow(/notes_/)
  })

  test('is locked by one who saves: the other sees what the first stored', async () => {
    const id = await insert()
    const save = (title: string) =>
      write<number>(async (tx) => {
        const { revision } = (await notes.lockNote(tx, scope, id))!
        await notes.updateNote(tx, scope, id, { title, revision: revision + 1 }, ROWS_AT)
        return revision
      })
    const based = await Promise.all(['A', 'B', 'C', 'D'].map(save))
    expect(based.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
  })

  test('are listed a page at a time, each once, pinned ones first and then by age', async () => {
    // Some at the same instant: their ids decide.
    for (const at of [1, 2, 2, 2, 3, 4, 5]) await insert(`Nota ${at}`, { at: after(at) })
    const pinned = await insert('Fijada', { at: ROWS_AT, pinned: true })
    const read = async (direction: 'asc' | 'desc') => {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((each) =>
          notes.listNotes(database.db, scope, { clientId }, {}, { direction, items: 3, page: each }),
        ),
      )
      expect(pages.map(({ total, rows }) => [total, rows.length])).toEqual([
        [8, 3],
        [8, 3],
        [8, 2],
        [8, 0],
      ])
      return pages.flatMap(({ rows }) => rows.map(({ id }) => id))
    }
    const [newest, oldest] = [await read('asc'), await read('desc')]
    expect(new Set(newest).size).toBe(8)
    expect([newest[0], oldest[0]]).toEqual([pinned, pinned])
    expect(newest.slice(1)).toEqual(oldest.slice(1).toReversed())
  })
})

// @spec P.99
describe('the search', () => {
  const found = async (...words: string[]) =>
    (await searchNotes(database.db, scope, { words }, page)).rows.map(({ text }) => text)

  test.each([
    ['comunicación', ['comunicacion', 'comunicaciones', 'comunic']],
    ['Habló con sus equipos', ['hablar', 'hablo', 'equipo']],
    ['La niñez, el año y la psicóloga', ['ninez', 'año', 'psicologas']],
    ['Un acto cada día, todo el año', ['actos', 'días', 'dias', 'años', 'anos']],
    ['Delegaremos tres proyectos', ['delegar', 'proyecto']],
    ['cafe\u0301 y ú\u0308'.normalize('NFC'), ['café', 'cafe']],
  ])('finds “%s” by forms of its words, with and without accents', async (text, searches) => {
    await insert(text)
    await insert('Otra cosa')
    for (const word of searches) expect([word, await found(word)]).toEqual([word, [text]])
  })

  test('wants all of the words, of title, text and tags', async () => {
    const id = await insert('Quiere descansar', { title: 'Primera sesión', tags: ['Prioridades'] })
    await insert('Quiere dirigir')
    expect((await searchNotes(database.db, scope, { words: ['quiere'] }, page)).total).toBe(2)
    for (const words of [
      ['descansar', 'quiere'],
      ['sesiones', 'descanso'],
      ['prioridad', 'quiere'],
    ]) {
      const { rows, total } = await searchNotes(database.db, scope, { words }, page)
      expect([words, total, rows[0]?.id]).toEqual([words, 1, id])
    }
    expect(await found('descansar', 'dirigir')).toEqual([])
  })

  test('comes a page at a time, the newest first, and without deleted ones', async () => {
    for (const at of [1, 2, 3, 4, 5]) await insert(`Horizonte ${at}`, { at: after(at) })
    const gone = await insert('Horizonte perdido', { at: after(9) })
    await write((tx) => notes.updateNote(tx, scope, gone, { deletedAt: after(10) }, after(10)))
    const pages = await Promise.all(
      [1, 2, 3].map((each) =>
        searchNotes(database.db, scope, { words: ['horizonte'] }, { items: 2, page: each }),
      ),
    )
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5])
    expect(pages.flatMap(({ rows }) => rows.map(({ text }) => text))).toEqual(
      [5, 4, 3, 2, 1].map((each) => `Horizonte ${each}`),
    )
  })

  test('follows what a note says now', async () => {
    const id = await insert('Antes')
    const body = textSaying('Después')
    await write((tx) => notes.updateNote(tx, scope, id, { body, text: 'Después' }, after(1)))
    expect(await found('antes')).toEqual([])
    expect(await found('despues')).toEqual(['Después'])
  })
})

// @spec P.100
describe('versions', () => {
  const keep = (id: NoteId, at: EpochMs) =>
    write<NoteVersionId>(async (tx) => {
      const note = (await notes.lockNote(tx, scope, id))!
      const versionId = newId<NoteVersionId>()
      await insertVersion(tx, scope, versionId, note, at)
      await notes.updateNote(tx, scope, id, { revision: note.revision + 1 }, at)
      return versionId
    })

  test('are those of the coach’s own note while it is there, the newest first, in pages', async () => {
    const id = await insert('Uno')
    for (const minute of [1, 2, 3]) await keep(id, after(minute))
    const last = await keep(id, after(4))
    const list = (of: CoachScope, each: number) =>
      listVersions(database.db, of, id, { direction: 'asc', items: 3, page: each })
    const [first, second] = [await list(scope, 1), await list(scope, 2)]
    expect([first.total, ...first.rows, ...second.rows].length).toBe(5)
    expect([...first.rows, ...second.rows].map(({ revision }) => revision)).toEqual([4, 3, 2, 1])
    expect(await findVersion(database.db, scope, id, last)).toMatchObject({ body: textSaying('Uno') })
    const other = scopeOfPractice((await coachRow(database)).coachId)
    expect((await list(other, 1)).total).toBe(0)
    expect(await findVersion(database.db, other, id, last)).toBeUndefined()
    await write((tx) => notes.updateNote(tx, scope, id, { deletedAt: after(5) }, after(5)))
    expect((await list(scope, 1)).total).toBe(0)
  })

  test('are forgotten by their age, so many at a time, and with their note', async () => {
    const id = await insert('Uno')
    const before = (days: number) => epochMs(ROWS_AT - days * DAY_MS)
    for (const days of [95, 93, 91]) await keep(id, before(days))
    await keep(id, before(89))
    const kept = async () =>
      (await listVersions(database.db, scope, id, page)).rows.map(({ revision }) => revision)
    const forget = (most: number) => write<number>((tx) => forgetVersions(tx, before(90), most))
    expect(await forget(2)).toBe(2)
    expect((await kept()).length).toBe(2)
    expect(await forget(2)).toBe(1)
    expect(await forget(2)).toBe(0)
    expect(await kept()).toEqual([4])
    await write((tx) => notes.updateNote(tx, scope, id, { deletedAt: before(61) }, ROWS_AT))
    expect(await write<number>((tx) => notes.forgetNotes(tx, before(61), 10))).toBe(0)
    expect(await write<number>((tx) => notes.forgetNotes(tx, before(60), 10))).toBe(1)
    const { db } = database
    expect(await db.selectFrom('note_versions').where('note_id', '=', id).select('id').execute()).toEqual([])
  })
})
