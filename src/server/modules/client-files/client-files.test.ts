import { describe, expect, test } from 'vitest'
import { MAX_IMPORT_ROWS } from '#contract/client-files.ts'
import { type FileColumn, foldHeading } from './columns.domain.ts'
import { readCsv } from './csv.domain.ts'
import { splitFullName } from './full-name.domain.ts'
import { readImportFile, withoutKnown } from './import-file.domain.ts'
import { decodeText } from './text-encoding.domain.ts'

const HEADINGS: Record<string, FileColumn> = {
  'nombre': 'name',
  'apellidos': 'lastName',
  'apellido materno': 'secondLastName',
  'correo': 'email',
  'nombre completo': 'fullName',
  'pais': 'country',
  'zona horaria': 'timezone',
  'inicio': 'startDate',
  'etiquetas': 'tags',
  'rol': 'role',
  'objetivo': 'objective',
}

const read = (text: string) =>
  readImportFile(text, {
    headings: new Map(Object.entries(HEADINGS)),
    vocabulary: {
      roles: new Map([['colaborador', 'collaborator']]),
      countries: new Map([['mexico', 'Mexico']]),
    },
    coach: { email: 'ana@correo.example', timezone: 'America/Mexico_City' },
  })

function good(text: string) {
  const file = read(text)
  if (file.refused !== null) throw new Error(`refused: ${file.refused}`)
  return file
}

describe('the encoding of a file', () => {
  const text = 'Íñigo;Núñez\n'
  const utf16 = (big: boolean) => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
    return big ? bytes.swap16() : bytes
  }

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', utf16(false)],
    ['UTF-16, big end first', utf16(true)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['decomposed letters', Buffer.from(text.normalize('NFD'))],
    ['lines that end as in Windows', Buffer.from(text.replace('\n', '\r\n'))],
    ['lines that end as on old Macs', Buffer.from(text.replace('\n', '\r'))],
  ])('%s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(text)
  })

  test('the characters of Windows-1252 that Latin-1 lacks', () => {
    expect(decodeText(Buffer.from([0x80, 0x20, 0x93, 0x61, 0x94, 0xe9]))).toBe('€ “a”é')
  })

  test.each([
    ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['XLSX', Buffer.from('PK\u0003\u0004nombre,correo')],
    ['XLS', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0x41])],
    ['PDF', Buffer.from('%PDF-1.7\nnombre,apellidos,correo')],
    ['NUL', Buffer.from('nombre\u0000,correo')],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x41])],
    ['broken UTF-8 behind its mark', Buffer.from([0xef, 0xbb, 0xbf, 0xff])],
  ])('%s is no text', (_, bytes) => {
    expect(decodeText(bytes)).toBeUndefined()
  })
})

describe('lines and cells', () => {
  const cells = (text: string) => [...readCsv(text, ',')]

  test('line feeds within quotes belong to the cell, doubled quotes become one', () => {
    expect(cells('a,"b\n""c""",d\n').map((record) => record.cells)).toEqual([['a', 'b\n"c"', 'd']])
  })

  test('a quote inside a cell is an ordinary character', () => {
    expect(cells('5" de alto,b').map((record) => record.cells)).toEqual([['5" de alto', 'b']])
  })

  test('a quote that never closes is reported', () => {
    expect(cells('a,"b\nc')).toEqual([{ cells: ['a', 'b\nc'], open: true }])
  })
})

describe('headings', () => {
  test('are compared without accents, case, punctuation and parentheses', () => {
    expect(foldHeading('  ZONA_Horaria (IANA)* ')).toBe('zona horaria')
  })

  test.each([',', ';', '\t'])('are found with any delimiter (%j)', (by) => {
    const file = good(['Correo', 'NOMBRE', 'Apellidos', 'Talla'].join(by) + `\nl@x.mx${by}Luz${by}Vega${by}M`)
    expect(file.layout.recognised).toEqual(['email', 'name', 'lastName'])
    expect(file.layout.ignored).toEqual(['Talla'])
    expect(file.people.map(({ person }) => person.lastName)).toEqual(['Vega'])
  })

  test('may follow blank lines, and the line in which Excel names the delimiter', () => {
    const file = good('sep=;\n\nNombre;Apellidos;Correo\nLuz;Vega, Ríos;l@x.mx\n')
    expect(file.people).toMatchObject([{ line: 3, person: { lastName: 'Vega, Ríos' } }])
  })

  test('that are missing are named', () => {
    expect(read('Nombre,Ciudad\nLuz,León')).toEqual({
      refused: 'columns_missing',
      missing: ['lastName', 'email'],
    })
    expect(read('hola')).toMatchObject({ missing: ['name', 'lastName', 'email'] })
  })

  test('may have separate last names, or the full name in one column', () => {
    const apart = good('Nombre,Apellidos,Apellido materno,Correo\nLuz,Vega,Ríos,l@x.mx')
    expect(apart.people[0]!.person).toMatchObject({ name: 'Luz', lastName: 'Vega Ríos' })
    const whole = good('Nombre completo,Correo\nLuz Vega Ríos,l@x.mx\nLuz,m@x.mx')
    expect(whole.people[0]!.person).toMatchObject({ name: 'Luz', lastName: 'Vega Ríos' })
    expect(whole.faults).toEqual([{ line: 3, column: 'lastName', value: '', error: 'required' }])
  })
})

describe('a whole name', () => {
  test.each([
    ['Luz Vega', 'Luz', 'Vega'],
    ['Luz Vega Ríos', 'Luz', 'Vega Ríos'],
    ['María José Vega Ríos', 'María José', 'Vega Ríos'],
    ['María de la Luz Pérez de León', 'María de la Luz', 'Pérez de León'],
    ['Ana María López de la Vega', 'Ana María', 'López de la Vega'],
    ['Vega Ríos, Luz María', 'Luz María', 'Vega Ríos'],
    ['Luz', 'Luz', ''],
  ])('%s', (text, name, lastName) => {
    expect(splitFullName(text)).toEqual({ name, lastName })
  })
})

describe('the people of a file', () => {
  const HEAD = 'Nombre,Apellidos,Correo,País,Zona horaria,Inicio,Etiquetas,Rol,Objetivo\n'

  test('are validated by the rules of a form, with error texts for files', () => {
    const line = "Luz,Vega,mailto:LUZ@x.mx,MÉXICO,America/Tijuana,4/2/2027,ventas; líder,colaborador,'=Crecer"
    expect(good(HEAD + line).people).toEqual([
      {
        line: 2,
        person: {
          name: 'Luz',
          lastName: 'Vega',
          email: 'luz@x.mx',
          role: 'collaborator',
          timezone: 'America/Tijuana',
          country: 'Mexico',
          startDate: '2027-02-04',
          tags: ['ventas', 'líder'],
          objective: '=Crecer',
        },
      },
    ])
  })

  test('get the zone of their coach and the role of a client by default', () => {
    expect(good(`${HEAD}Luz,Vega,luz@x.mx`).people[0]!.person).toEqual({
      name: 'Luz',
      lastName: 'Vega',
      email: 'luz@x.mx',
      role: 'client',
      timezone: 'America/Mexico_City',
    })
  })

  test('have every error with line, column and value', () => {
    const file = good(`${HEAD}\nL,,luz,Atlantis,GMT+25,31/02/2027,,jefa,${'x'.repeat(2001)}\n`)
    expect(file.people).toEqual([])
    expect(file.faults.toSorted((a, b) => a.column!.localeCompare(b.column!))).toEqual([
      { line: 3, column: 'country', value: 'Atlantis', error: 'country_unknown' },
      { line: 3, column: 'email', value: 'luz', error: 'email_invalid' },
      { line: 3, column: 'lastName', value: '', error: 'required' },
      { line: 3, column: 'name', value: 'L', error: 'too_short|minimum=2' },
      { line: 3, column: 'objective', value: `${'x'.repeat(80)}…`, error: 'too_long|maximum=2000' },
      { line: 3, column: 'role', value: 'jefa', error: 'role_unknown' },
      { line: 3, column: 'startDate', value: '31/02/2027', error: 'date_unknown' },
      { line: 3, column: 'timezone', value: 'GMT+25', error: 'timezone_unknown' },
    ])
  })

  test('get a single error if the line is no row', () => {
    const file = good(`Nombre,Apellidos,Correo\nLuz,Vega,luz@x.mx,"x"\nAna,"Vega,a@x.mx\nEva,Ríos,e@x.mx`)
    expect(file.faults).toEqual([
      { line: 2, column: null, value: 'x', error: 'row_too_long' },
      { line: 3, column: null, value: 'Vega,a@x.mx Eva,Ríos,e@x.mx', error: 'quote_open' },
    ])
  })

  test('are unique, and not the coach', () => {
    const file = good(
      `Nombre,Apellidos,Correo\nLuz,Vega,luz@x.mx\nLuz,V,luz@x.mx\nLuz,Ve,LUZ@x.mx\nAna,Ríos,Ana@correo.example`,
    )
    expect(file.people.map(({ line }) => line)).toEqual([2])
    expect(file.faults).toEqual([
      { line: 3, column: 'lastName', value: 'V', error: 'too_short|minimum=2' },
      { line: 4, column: 'email', value: 'luz@x.mx', error: 'email_repeated|line=2' },
      { line: 5, column: 'email', value: 'ana@correo.example', error: 'own_email' },
    ])
  })

  test('who are clients already are errors of their lines, in order', () => {
    const file = good('Nombre,Apellidos,Correo\nLuz,Vega,luz@x.mx\nEva,V,eva@x.mx\nSol,Ríos,sol@x.mx')
    const { people, faults } = withoutKnown(file, new Set(['luz@x.mx']))
    expect(people.map(({ line }) => line)).toEqual([4])
    expect(faults.map(({ line, error }) => [line, error])).toEqual([
      [2, 'email_client'],
      [3, 'too_short|minimum=2'],
    ])
  })
})

describe('how much a file may hold', () => {
  const HEAD = 'Nombre,Apellidos,Correo\n'
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => `Luz,Vega,luz.${at}@x.mx`).join('\n')

  test('an empty file is refused', () => {
    expect(read(HEAD)).toEqual({ refused: 'no_rows' })
    expect(read(`${HEAD},,\n , ,\n`)).toEqual({ refused: 'no_rows' })
    expect(read('\n \n')).toEqual({ refused: 'no_rows' })
  })

  test('the limit itself, with blank lines in between, is accepted', () => {
    expect(good(`${HEAD}\n,,\n${rows(MAX_IMPORT_ROWS)}\n\n`).total).toBe(MAX_IMPORT_ROWS)
  })

  test('one more is too many, and so are endless blank lines', () => {
    expect(read(HEAD + rows(MAX_IMPORT_ROWS + 1))).toEqual({ refused: 'too_many_rows' })
    expect(read(HEAD + '\n'.repeat(200_000) + rows(1))).toEqual({ refused: 'too_many_rows' })
  })
})

describe('malicious files of the largest size that is allowed by default', () => {
  const SIZE = 5 * 1_048_576
  const HEAD = 'Nombre,Apellidos,Correo\n'

  // A parser that is not linear needs minutes and a gigabyte for some of these (ADR 16), more than a test's time limit.
  test.each([
    ['100,000 rows', `${HEAD}${'Luz,Vega,luz@x.mx\n'.repeat(100_000)}`, 'too_many_rows'],
    ['quotes that close nothing', `${HEAD}"${'a"'.repeat(SIZE / 2)}`, null],
    ['quotes before spaces', `${HEAD}"${'a"'.repeat(SIZE / 4)}${' '.repeat(SIZE / 2)}\n`, null],
    ['a quote that never closes', `${HEAD}"${'a,\n'.repeat(SIZE / 3)}`, null],
    ['nothing but delimiters', `${HEAD}${','.repeat(SIZE)}`, 'no_rows'],
    ['nothing but line feeds', HEAD + '\n'.repeat(SIZE), 'too_many_rows'],
    ['one heading', 'a'.repeat(SIZE), 'columns_missing'],
    ['a heading of brackets', '('.repeat(SIZE), 'columns_missing'],
    ['cells of brackets', `Rol,País,${HEAD}${'('.repeat(SIZE / 2)},${'('.repeat(SIZE / 2)}\n`, null],
    ['headings without end', 'a,'.repeat(SIZE / 2), 'columns_missing'],
  ])('%s cost no more than a valid one', (_, text, refused) => {
    const file = read(text)
    expect(file.refused).toBe(refused)
    expect(file.refused === null ? file.people : []).toEqual([])
  })
})
