import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openArchive } from '#server/modules/data-imports/archive/archive.service.ts'
import { MOST_FILES, readManifest } from '#server/modules/data-imports/archive/manifest.service.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { exportOf } from '#test/support/exports/exports.ts'
import {
  type Entries,
  type Row,
  importInto,
  importOf,
  manifestOf,
  withFile,
  withManifest,
  withRows,
  zipOf,
} from '#test/support/imports/archives.ts'
import { type TestPractice, practiceToMove } from '#test/support/imports/practice.ts'
import { rawZip } from '#test/support/imports/raw-zip.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
let practice: TestPractice
let other: TestCoach
beforeAll(async () => {
  app = await makeApp({ env: { RESOURCE_QUOTA_MB: '2', RESOURCE_MAX_MB: '1' } })
  practice = await practiceToMove(app)
})
beforeEach(async () => {
  other = await newCoach(app)
})
afterAll(() => app.close())

/** What an archive is refused with; nothing of it is there afterwards. */
async function refusalOf(archive: Entries | Buffer): Promise<{ code: string; error: string }> {
  const { state, refusal, counts } = await importInto(app, other, archive)
  expect([state, counts]).toEqual(['refused', null])
  expect((await importOf(app, other)).isEmpty).toBe(true)
  const left = await app.deps.db
    .selectFrom('resource_files')
    .where('coach_id', '=', other.userId)
    .select('id')
    .execute()
  expect(left).toEqual([])
  return refusal!
}
const codeOf = async (archive: Entries | Buffer) =>
  (await refusalOf(archive)).code.replace('practice_import.', '')
/** The archive with other values in the first row of a table. */
const changed = (table: string, change: Row | ((row: Row) => Row | string)) =>
  withRows(practice.archive, `practice/${table}`, ([first, ...rest]) => [
    typeof change === 'function' ? change(first!) : { ...first, ...change },
    ...rest,
  ])

// @spec P.348
describe('a file that is no archive of a practice', () => {
  test('is refused with what to do', async () => {
    const { code, error } = await refusalOf(Buffer.from('No soy un ZIP'))
    expect(code).toBe('practice_import.damaged')
    expect(error).toMatch(/^El archivo está dañado o incompleto\. Descarga tu copia otra vez/)
    expect(await codeOf(await zipOf(new Map([['nota.txt', Buffer.from('Hola')]])))).toBe('not_an_archive')
    expect(await codeOf(withManifest(practice.archive, (it) => ({ ...it, format: 'otro' })))).toBe(
      'not_an_archive',
    )
    expect(await codeOf((await zipOf(practice.archive)).subarray(0, 40_000))).toBe('damaged')
  })

  test('of another version, or with what this release does not know, is of a newer one', async () => {
    expect(await codeOf(withManifest(practice.archive, (it) => ({ ...it, version: 2 })))).toBe(
      'newer_version',
    )
    const unknown = withRows(practice.archive, 'practice/habits', () => [{ id: 'x' }])
    expect(await codeOf(unknown)).toBe('newer_version')
    const column = changed('notes', (row) => ({ ...row, mood: 1 }))
    expect(await codeOf(withManifest(column, (it) => it))).toBe('newer_version')
    expect(await codeOf(withManifest(practice.archive, (it) => ({ ...it, version: 0 })))).toBe('damaged')
    expect(await codeOf(withManifest(practice.archive, (it) => ({ ...it, tables: 'todas' })))).toBe('damaged')
  })

  test('of an earlier release, without a column that came later, is read', async () => {
    const earlier = withRows(practice.archive, 'practice/notes', (rows) =>
      rows.map(({ goal_id: _, ...row }) => row),
    )
    expect((await importInto(app, other, earlier)).state).toBe('done')
  })

  test('of a client has no practice', async () => {
    expect(await codeOf(await exportOf(app, practice.client))).toBe('not_a_practice')
  })
})

// @spec P.349
describe('a hostile ZIP', () => {
  const manifest = () => ({ name: 'manifest.json', bytes: practice.archive.get('manifest.json')! })

  test.each([
    ['a path out of its folder', { name: '../../etc/passwd' }],
    ['an absolute path', { name: '/etc/passwd' }],
    ['a path with backslashes', { name: '..\\windows.ini' }],
    ['a drive', { name: 'C:windows.ini' }],
    ['a link', { name: 'files/enlace', mode: 0o120777 }],
    ['a device', { name: 'files/aparato', mode: 0o020666 }],
    ['an encrypted entry', { name: 'secreto', flags: 1 }],
    ['two entries of one name', { name: 'manifest.json' }],
    ['two entries that some systems have as one', { name: 'MANIFEST.json' }],
  ])('with %s is refused', async (_what, entry) => {
    const zip = rawZip([manifest(), { bytes: Buffer.from('x'), ...entry }])
    expect(await codeOf(zip)).toBe('unsafe')
  })

  test('that unpacks to far more than it says, or than it may, is refused while it is read', async () => {
    const zeros = deflateRawSync(Buffer.alloc(300 * 1_048_576, ' '))
    const bomb = (unpacked: number) => rawZip([{ name: 'manifest.json', packed: zeros, unpacked }])
    expect(await codeOf(bomb(300 * 1_048_576))).toBe('too_big')
    expect(await codeOf(bomb(1_000))).toBe('damaged')
    const table = new Map(practice.archive)
    const rows = Buffer.concat([Buffer.from('[\n'), Buffer.alloc(9 * 1_048_576, ' '), Buffer.from('\n]\n')])
    expect(await codeOf(table.set('data/practice/notes.json', rows))).toBe('too_big')
  }, 60_000)

  test('whose manifest or a row of which is longer than any of an archive is refused before it is read as JSON', async () => {
    const padded = withManifest(practice.archive, (it) => ({ ...it, more: '[]'.repeat(4 * 1_048_576) }))
    expect(await codeOf(padded)).toBe('too_big')
    expect(await codeOf(changed('messages', { body: 'x'.repeat(66_000) }))).toBe('too_big')
    expect(await codeOf(changed('notes', { title: 'x'.repeat(66_000) }))).toBe('bad_row')
  })

  test('with more files than can be imported is refused with their number, whatever else it has', async () => {
    const files = Array.from({ length: MOST_FILES + 1 }, (_, at) => ({
      id: `0198aaaa-0000-7000-8000-${String(at).padStart(12, '0')}`,
      path: 'x',
      byteSize: 1,
      sha256: null,
    }))
    const { code, error } = await refusalOf(withManifest(practice.archive, (it) => ({ ...it, files })))
    expect(code).toBe('practice_import.too_many_files')
    expect(error).toMatch(/^La copia tiene más de 20,000 archivos, y no podemos importar tantos\./)
    const entries = Array.from({ length: MOST_FILES + 1_001 }, (_, at) => ({ name: `files/${at}` }))
    expect(await codeOf(rawZip(entries))).toBe('too_many_files')
  })

  test('whose manifest takes seconds to parse keeps no request waiting meanwhile', async () => {
    const names = Array.from({ length: 600_000 }, (_, at) => [at.toString(36), 0] as const)
    const archive = withManifest(practice.archive, (it) => ({ ...it, names: Object.fromEntries(names) }))
    const path = join(await mkdtemp(join(tmpdir(), 'norte-manifest-')), 'archive.zip')
    await writeFile(path, await zipOf(archive))
    /** How long this thread worked meanwhile. */
    const worked = async (work: () => unknown) => {
      const before = process.threadCpuUsage()
      await work()
      return process.threadCpuUsage(before).user
    }
    const beside = await worked(async () => (await openArchive(app.deps, path, other.userId)).zip.close())
    const here = await worked(() => readManifest(archive.get('manifest.json')!))
    expect(beside).toBeLessThan(here / 2)
    await rm(dirname(path), { recursive: true })
  }, 60_000)

  test('with more rows, people or bytes than any practice has is refused before its rows are read', async () => {
    const saying = (table: string, rows: number) =>
      withManifest(practice.archive, (it) => ({
        ...it,
        tables: it.tables.map((each) => (each.name === table ? { ...each, rows } : each)),
      }))
    expect(await codeOf(saying('notes', 3_000_001))).toBe('too_big')
    expect(await codeOf(saying('notes', 2_900_000))).toBe('damaged')
    expect(await codeOf(saying('clients', 50_001))).toBe('too_big')
    const claims = (bytes: number) =>
      rawZip(
        [...practice.archive].map(([name, content]) => ({
          name,
          bytes: content,
          ...(/practice\/(notes|messages)\.json$/.test(name) && { unpacked: bytes }),
        })),
      )
    expect(await codeOf(claims(1_600 * 1_048_576))).toBe('too_big')
    expect(await codeOf(claims(1_400 * 1_048_576))).toBe('damaged')
  })

  test('whose rows have columns that no release knows is refused when they are first looked at', async () => {
    // An id that is not one as well: it is not reached.
    const { code, error } = await refusalOf(
      withManifest(changed('notes', { id: 'x', mood: 1 }), (it) => ({
        ...it,
        tables: it.tables.map((table) => ({
          ...table,
          columns: table.columns.filter((column) => column !== 'mood'),
        })),
      })),
    )
    expect(code).toBe('practice_import.newer_version')
    expect(error).toBeTruthy()
  })

  test('whose tables are cut, longer than they say, or no text are damaged', async () => {
    const path = 'data/practice/messages.json'
    const bytes = practice.archive.get(path)!
    const withBytes = (other: Buffer) => new Map(practice.archive).set(path, other)
    expect(await codeOf(withBytes(bytes.subarray(0, bytes.length - 3)))).toBe('damaged')
    expect(await codeOf(withBytes(Buffer.concat([bytes, bytes])))).toBe('damaged')
    expect(await codeOf(withBytes(Buffer.from(bytes.map((byte, at) => (at === 40 ? 0xff : byte)))))).toBe(
      'damaged',
    )
    expect(await codeOf(withBytes(Buffer.from('{}')))).toBe('damaged')
    const without = new Map(practice.archive)
    without.delete(path)
    expect(await codeOf(without)).toBe('damaged')
  })
})

// @spec P.350
describe('a row', () => {
  test('that names one that is not in the archive is refused with its table and number, though the row exists', async () => {
    const stranger = await newClient(app, await newCoach(app))
    const { code, error } = await refusalOf(changed('notes', { client_id: stranger.clientId }))
    expect(code).toBe('practice_import.unknown_reference')
    expect(error).toMatch(/^La fila 1 de «Notas» menciona algo que no está en la copia\./)
    expect(await codeOf(changed('messages', { sender_user_id: stranger.userId }))).toBe('unknown_reference')
    expect(await codeOf(changed('messages', { room_id: stranger.clientId }))).toBe('unknown_reference')
    expect(await codeOf(changed('resources', { file_id: stranger.clientId }))).toBe('unknown_reference')
    expect(await codeOf(changed('clients', { photo_id: stranger.clientId }))).toBe('unknown_reference')
  })

  test.each<[string, string, Row | ((row: Row) => Row | string)]>([
    ['a link that runs', 'clients', { whatsapp: 'javascript:alert(1)' }],
    ['a name of two lines', 'clients', { name: 'Luz\nSolo' }],
    ['no address of e-mail', 'clients', { email: 'luz' }],
    ['a zone that nobody knows', 'clients', { timezone: 'America/Atlantis' }],
    ['tags without end', 'clients', { tags: Array.from({ length: 16 }, String) }],
    ['no colour', 'coaches', { color_ui: 'red;}' }],
    ['hours that no day has', 'calendars', { weekly: { 1: [{ start: '25:00', end: '26:00' }] } }],
    ['a step of no minutes', 'calendars', { step_min: 0 }],
    [
      'a picture that calls home',
      'notes',
      { body: { type: 'doc', version: 1, content: [{ type: 'image' }] } },
    ],
    [
      'a text with a hostile link',
      'notes',
      {
        body: {
          type: 'doc',
          version: 1,
          content: [
            {
              type: 'paragraph',
              content: [
                {
                  type: 'text',
                  text: 'x',
                  marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }],
                },
              ],
            },
          ],
        },
      },
    ],
    ['a resource that is no page', 'resources', { url: 'file:///etc/passwd' }],
    ['a text where there is a file', 'resources', { type: 'text' }],
    ['a message that is too long', 'messages', { body: 'x'.repeat(4_001) }],
    ['a message that no database stores', 'messages', { body: 'a\u0000b' }],
    ['an instant that never was', 'messages', { created_at: '2027-02-30T10:00:00+00:00' }],
    ['a number that no column holds', 'messages', { seq: 4_000_000_000 }],
    ['a number as text', 'messages', { seq: '1' }],
    ['no id', 'notes', { id: 'x' }],
    ['a prototype', 'notes', (row) => `{"__proto__":{"isAdmin":true},${JSON.stringify(row).slice(1)}`],
    [
      'a depth without end',
      'notes',
      (row) =>
        JSON.stringify({ ...row, title: 'TITLE' }).replace(
          '"TITLE"',
          `${'['.repeat(90_000)}${']'.repeat(90_000)}`,
        ),
    ],
    ['nothing', 'notes', () => 'null'],
    ['a list', 'notes', () => '[]'],
    ['no title', 'notes', ({ title: _, ...row }) => row],
  ])('with %s is refused', async (_what, table, change) => {
    expect(['bad_row', 'newer_version']).toContain(await codeOf(changed(table, change)))
  })

  test('of a table that is there twice, or not in order, is refused', async () => {
    const twice = withRows(practice.archive, 'practice/messages', (rows) => [...rows, rows[0]!])
    expect(await codeOf(twice)).toBe('bad_row')
    expect(await codeOf(withRows(practice.archive, 'practice/messages', (rows) => rows.toReversed()))).toBe(
      'bad_row',
    )
  })

  test('of somebody who writes for a client with an account is refused before anything is stored', async () => {
    const twice = withRows(practice.archive, 'practice/users', (rows) => [
      ...rows.map((row) => ({ ...row, stands_for: null })),
      {
        ...rows[0],
        id: '0198aaaa-0000-7000-8000-000000000000',
        stands_for: practice.client.clientId,
      },
    ])
    expect(await codeOf(twice)).toBe('damaged')
  })

  test('that contradicts another one is refused by its number', async () => {
    const { error } = await refusalOf(
      withRows(practice.archive, 'practice/messages', (rows) => rows.map((row) => ({ ...row, seq: 1 }))),
    )
    expect(error).toMatch(/^No podemos leer la fila 2 de «Mensajes»/)
  })

  test('that contradicts another one a thousand rows earlier is refused by its number too', async () => {
    const { error } = await refusalOf(
      withRows(practice.archive, 'practice/messages', (rows) => [
        ...rows,
        ...Array.from({ length: 1_300 }, (_, at) => ({
          ...rows[0],
          id: `01ffaaaa-0000-7000-8000-${String(at).padStart(12, '0')}`,
          client_key: `01ffaaaa-0000-7000-8000-${String(at).padStart(12, '0')}`,
          seq: at === 1_230 ? 1 : at + 100,
        })),
      ]),
    )
    expect(error).toMatch(/^No podemos leer la fila 1234 de «Mensajes»/)
  })

  test('that is more than an index of the database takes is refused by its number', async () => {
    // SQLSTATE 54000: no column that has an index takes texts of this length, so one gets an index here.
    await sql`create index for_short_texts on messages (body)`.execute(app.deps.db)
    const long = Array.from({ length: 100 }, () => crypto.randomUUID()).join(' ')
    const archive = withRows(practice.archive, 'practice/messages', ([first, second, ...rest]) => [
      first!,
      { ...second, body: long },
      ...rest,
    ])
    const { code, error } = await refusalOf(archive)
    expect(code).toBe('practice_import.bad_row')
    expect(error).toMatch(/^No podemos leer la fila 2 de «Mensajes»/)
    await sql`drop index for_short_texts`.execute(app.deps.db)
    expect((await importInto(app, other, archive)).state).toBe('done')
  })

  test('of a client with the address of the importing coach is refused', async () => {
    const { code, error } = await refusalOf(changed('clients', { email: other.email }))
    expect(code).toBe('practice_import.own_address')
    expect(error).toMatch(/^El cliente de la fila 1 de «Clientes» tiene el correo de tu cuenta\./)
  })
})

// @spec P.351
describe('a file of the archive', () => {
  test('with other bytes than its sum says is refused by its name', async () => {
    const { path } = manifestOf(practice.archive).files.find(({ id }) => id === practice.fileId)!
    const bytes = practice.archive.get(path)!
    const edited = new Map(practice.archive).set(
      path,
      Buffer.from(bytes.map((byte, at) => (at === 9 ? byte + 1 : byte))),
    )
    const { code, error } = await refusalOf(edited)
    expect(code).toBe('practice_import.bad_file')
    expect(error).toMatch(/^No podemos recibir el archivo «Plan de Luz\.pdf»/)
    expect(await codeOf(new Map(practice.archive).set(path, Buffer.concat([bytes, bytes])))).toBe('too_big')
    expect(await codeOf(new Map(practice.archive).set(path, bytes.subarray(1)))).toBe('bad_file')
  })

  test('that is something else than it says, or larger than a file may be, is refused', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    expect(await codeOf(withFile(practice.archive, practice.fileId, page))).toBe('bad_file')
    const large = Buffer.concat([practice.archive.get(fileOf(practice).path)!, Buffer.alloc(1_100_000)])
    expect(await codeOf(withFile(practice.archive, practice.fileId, large))).toBe('bad_file')
  })

  test('whose path has characters that no text has is damaged', async () => {
    for (const path of ['files/a\u0000b', 'files/a\nb', 'files/a\u0085b']) {
      const named = withManifest(practice.archive, (it) => ({
        ...it,
        files: it.files.map((file) => ({ ...file, path })),
      }))
      expect(await codeOf(named)).toBe('damaged')
    }
  })

  test('in the folder of another one is refused', async () => {
    const moved = withManifest(practice.archive, (manifest) => {
      const [first, ...rest] = manifest.files
      return { ...manifest, files: [{ ...first, path: 'manifest.json', byteSize: first!.byteSize }, ...rest] }
    })
    expect(await codeOf(moved)).toBe('bad_file')
  })

  test('that finds no room in the practice is refused before any is stored', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) => `0198${String(at).padStart(4, '0')}-0000-7000-8000-000000000000`,
    )
    const bytes = Buffer.concat([practice.archive.get(fileOf(practice).path)!, Buffer.alloc(100_000)])
    let large = withRows(practice.archive, 'practice/resource_files', (files) =>
      [
        ...files,
        ...rows.map((id) => ({
          ...files[0],
          id,
          byte_size: bytes.length,
          name: 'Plan.pdf',
          media_type: 'application/pdf',
          client_id: null,
        })),
      ].toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
    )
    large = withManifest(large, (manifest) => ({
      ...manifest,
      files: [
        ...manifest.files,
        ...rows.map((id) => ({
          id,
          path: `files/${id}/Plan.pdf`,
          byteSize: bytes.length,
          sha256: 'a'.repeat(64),
        })),
      ],
    }))
    expect(await codeOf(large)).toBe('quota_exceeded')
  })

  test('that was lost before is left out with what needs it, and all the rest is there', async () => {
    const lost = withManifest(practice.archive, (manifest) => ({
      ...manifest,
      files: manifest.files.map((file) => ({ ...file, sha256: null })),
    }))
    const { state, counts } = await importInto(app, other, lost)
    expect([state, counts]).toMatchObject(['done', { clients: 1, messages: 3, files: 0 }])
    const { rows } = await sql<{ attachment: string | null }>`
      select m.attachment from messages m join message_rooms r on r.id = m.room_id where r.coach_id = ${other.userId}`.execute(
      app.deps.db,
    )
    expect(rows.map(({ attachment }) => attachment)).toEqual([null, null, null])
  })
})

const fileOf = ({ archive: entries, fileId }: TestPractice) =>
  manifestOf(entries).files.find(({ id }) => id === fileId)!

test('what a refused archive had is not there for the next: a good one is read', async () => {
  expect(await codeOf(changed('notes', { client_id: other.userId }))).toBe('unknown_reference')
  const { state, counts } = await importInto(app, other, practice.archive)
  expect([state, counts]).toEqual(['done', { clients: 1, sessions: 0, messages: 3, files: 2 }])
})
