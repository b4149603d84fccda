import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checks } from '../../scripts/checks/all.ts'
import { withDrawing } from '../../scripts/checks/module-docs.ts'
import { readTree, type SourceFile } from '../../scripts/checks/tree.ts'
import { projectRoot } from './temporary-tree.ts'

const packageJson = (dependencies: object, folder = ''): SourceFile => ({
  path: `${folder}package.json`,
  text: JSON.stringify({ dependencies }),
})
const lockfile = (entry: object, folder = ''): SourceFile => ({
  path: `${folder}package-lock.json`,
  text: JSON.stringify({ packages: { '': {}, 'node_modules/pg': entry } }),
})

/** One file, and what the check of that name reports about it: undefined for nothing. */
type Case = [check: string, path: string, text: string, found?: RegExp]

const cases: Case[] = [
  ['file names', 'src/web/utils/dates.ts', '', /"utils" names nothing/],
  ['file names', 'src/web/ui/index.ts', '', /"index" names nothing/],
  ['file names', 'test/support/helpers.ts', '', /"helpers" names nothing/],
  ['file names', 'src/server/refusalKind.ts', '', /kebab-case/],
  ['file names', 'src/server/Refusal.ts', '', /kebab-case/],
  ['file names', 'src/web/ui/Panel.tsx', ''],
  ['file names', 'src/web/ui/room-name.fields.tsx', ''],
  ['file names', 'src/server/modules/rooms/rooms.controller.ts', '', /a module holds routes/],
  ['file names', 'src/server/modules/rooms/keys/keys.domain.ts', ''],
  ['file names', 'src/server/modules/rooms/keys/deep/keys.domain.ts', '', /one level of subfolders/],
  ['file names', 'src/server/modules/rooms.service.ts', '', /one folder/],
  ['file names', 'src/server/modules/rooms/rooms.repository.db.test.ts', ''],
  ['file names', 'src/server/modules/rooms/bookings.prop.test.ts', ''],

  ['texts in code', 'src/web/ui/Panel.tsx', '<p>Hello</p>', /"Hello" is text in code/],
  ['texts in code', 'src/web/ui/Panel.tsx', '<Button aria-label="Close" />', /"Close" is text in code/],
  ['texts in code', 'src/web/ui/Panel.tsx', "<Button title={'Close'} />", /"Close" is text in code/],
  ['texts in code', 'src/web/ui/Panel.tsx', '<Button title={t("close")}>{n} · {t("x")}</Button>'],
  ['texts in code', 'src/server/app.ts', "const a = 'Sesión cerrada'", /is Spanish in code/],
  ['texts in code', 'src/server/app.ts', 'const a = `La cita ${b} con el coach`', /is Spanish in code/],
  ['texts in code', 'src/server/app.ts', "// Cancelación\nconst a = 'de-facto'"],
  ['texts in code', 'src/server/app.test.ts', "const a = 'Sesión'"],

  ['plain words', 'src/server/app.ts', '// Whoever asks', /"Whoever" is not plain English/],
  ['plain words', 'src/time/clock.ts', '// it is made anew', /"anew" is not plain English/],
  ['plain words', 'src/contract/api.ts', '// a coach reads themself', /"themself" is not plain English/],
  ['plain words', 'src/server/app.ts', '// where there is none', /"is none" is not plain English/],
  ['plain words', 'src/server/app.ts', '// told by the clock', /"told by" is not plain English/],
  ['plain words', 'scripts/build/build.mjs', '// carries out a job', /"carries out" is not plain English/],
  ['plain words', 'bench/run.ts', '// a process of its own', /"of its own" is not plain English/],
  ['plain words', 'src/server/app.ts', '// what stands there', /"stands" is not plain English/],
  ['plain words', 'src/server/app.ts', '// nothing goes out for it', /"nothing goes out for" is not/],
  ['plain words', 'src/server/app.ts', '// the text as it came', /"as it came" is not plain English/],
  ['plain words', 'src/server/app.ts', '// goes by the zone', /"goes by" is not plain English/],
  ['plain words', 'src/server/app.ts', "// Its own standard, which we understand: 'nonexistent'"],
  ['plain words', 'src/web/app/guards.ts', '// the guard is asked anew', /guards\.ts:1: "anew"/],
  ['plain words', 'test/api/rooms.api.test.ts', "test('goes by the zone')", /"goes by"/],
  ['plain words', 'docs/domain.md', 'a room of its own', /"of its own"/],
  ['plain words', 'public/locales/en-US/rooms.json', 'whoever'],
  ['plain words', 'scripts/checks/plain-words.ts', '// anew'],

  ['words', 'README.md', '<<<<<<< ours\n', /left over from a merge/],
  ['words', 'docs/self-hosting.md', 'in /home/ana/norte', /path of one machine/],
  ['words', 'docs/self-hosting.md', 'see https://example.org/home/page'],
  ['words', 'test/api/rooms.api.test.ts', 'await page.waitForTimeout(10)', /is a sleep/],
  ['words', 'test/api/rooms.api.test.ts', 'new Promise((resolve) => setTimeout(resolve, 5))', /is a sleep/],
  ['words', 'src/web/api/call.ts', "localStorage.getItem('x')", /storage\.ts only/],
  ['words', 'src/web/storage.ts', "localStorage.getItem('x')"],
  ['words', 'src/web/ui/Panel.tsx', "navigate('/clients')", /is a URL/],
  ['words', 'src/web/paths.ts', "'/clients'"],
  ['words', 'src/web/api/texts/i18n.ts', "'/locales/{{lng}}/{{ns}}.json'"],
  [
    'words',
    'src/server/modules/rooms/rooms.domain.ts',
    'export async function a() {}',
    /no place among pure/,
  ],

  ['doc comments', 'src/time/clock.ts', 'export function now() {}', /now has no doc comment/],
  ['doc comments', 'src/time/clock.ts', 'export const now = () => 1', /now has no doc comment/],
  ['doc comments', 'src/time/clock.ts', '/** Milliseconds. */\nexport function now() {}'],
  ['doc comments', 'src/time/clock.ts', '/** A. */\nexport function a(x: 1): 1\nexport function a(x) {}'],
  ['doc comments', 'src/web/paths.ts', 'export function now() {}'],

  [
    'adapters',
    'src/server/http/mail.ts',
    "import { createMailer, type Mailer } from '../platform/mails/mailer.ts'",
    /createMailer belongs in src\/server\/deps\.ts/,
  ],
  ['adapters', 'src/server/deps.ts', "import { createMailer } from './platform/mails/mailer.ts'"],
  [
    'effects only read',
    'src/server/effects/rooms.plan.ts',
    "import { findRoom, moveRoom, type Room } from '../modules/rooms/rooms.repository.ts'",
    /: moveRoom is not a reading function/,
  ],
  [
    'effects only read',
    'src/server/effects/rooms.plan.ts',
    "import { getX } from '../m/rooms.repository.ts'",
  ],

  [
    'forms',
    'src/web/rooms/Room.tsx',
    "\nuseForm<Room>({ mode: 'onBlur' })",
    /Room\.tsx:2: a form is made by/,
  ],
  ['forms', 'src/web/rooms/Room.tsx', 'useForm()', /a form is made by useSchemaForm or useTextForm/],
  ['forms', 'src/web/rooms/Room.tsx', "import { useForm } from 'react-hook-form'", /Room\.tsx:1: a form/],
  ['forms', 'src/web/rooms/Room.tsx', "useSchemaForm(Room, { defaultValues: { name: '' } })"],
  ['forms', 'src/web/widgets/forms/form-model.ts', 'useForm({ ...OPTIONS })'],

  ['styles', 'src/web/Room.module.css', '.a:not(:has(> b)) > :not(c) {}', /Room\.module\.css:1: \.a:not/],
  [
    'styles',
    'src/web/Room.module.css',
    '.a:has(b) {\n  & > :first-child {}\n}',
    /:2: & > :first-child styles/,
  ],
  [
    'styles',
    'src/web/Room.module.css',
    '@media (min-width: 1em) { p:has(b) { > [data-x], > i {} } }',
    /data-x/,
  ],
  ['styles', 'src/web/Room.module.css', '.a:has(> :not(b)) > p:first-child, .c > :not(b) {}'],
  ['styles', 'src/web/Room.module.css', '.a { &:has(:checked) { color: red } } /* :has( */ .b > * {}'],
]

const packageCases: [name: string, files: SourceFile[], found?: RegExp][] = [
  ['a range', [packageJson({ pg: '^8.0.0' }), lockfile({ integrity: 'sha' })], /pg is "\^8\.0\.0"/],
  ['a major version', [packageJson({ pg: '8' }), lockfile({ integrity: 'sha' })], /not one exact version/],
  [
    'a registry in the lockfile',
    [packageJson({}), lockfile({ integrity: 'sha', resolved: 'https://registry.example/pg.tgz' })],
    /has "resolved"/,
  ],
  ['no integrity', [packageJson({}), lockfile({})], /has no "integrity"/],
  [
    'a range beside a command',
    [packageJson({ pg: '^8.0.0' }, 'bench/web/'), lockfile({ integrity: 'sha' }, 'bench/web/')],
    /bench\/web\/package\.json: pg is/,
  ],
  [
    'exact versions',
    [packageJson({ pg: '8.23.1', ts: 'npm:typescript@7.0.2' }), lockfile({ integrity: 's' })],
  ],
]

const keyCases: [name: string, texts: object, source: string, found?: RegExp][] = [
  ['a text that nobody asks for', { a: { title: 'x', text: 'x' } }, "t('a.title')", /"a\.text" is not used/],
  ['a key without a text', { a: 'x' }, "t('rooms:a', t('rooms:b'))", /"rooms:b" is asked for/],
  ['no text at all', {}, '', /no text was found/],
  ['keys with holes', { a: { b: 'x', c: 'x' }, d: { e: 'x' } }, "t(`a.${x}`, `${y}.${z}`, 'd', 'e')"],
  ['a whole plural', { n_one: 'x', n_many: 'x', n_other: 'x', too_many: 'x' }, "t('n', t('too_many'))"],
]

const whole = {
  a: 'Hola, {{name}}',
  n_one: '{{count}} hora',
  n_many: '{{count}} horas',
  n_other: '{{count}} horas',
}
const english = { a: 'Hi, {{name}}', n_one: '{{count}} hour', n_other: '{{count}} hours' }

const languageCases: [name: string, spanish: object, english: object, found?: RegExp][] = [
  ['two languages that say the same', whole, english],
  ['a lone form that is no plural', { too_many: 'Son muchas' }, { too_many: 'Too many' }],
  ['a name', { appName: 'Norte', unit: '{{count}} min' }, { appName: 'Norte', unit: '{{count}} min' }],
  ['an address', { a: 'https://zoom.us/j/…' }, { a: 'https://zoom.us/j/…' }],
  ['a missing text', whole, { ...english, a: undefined }, /en-US: "rooms:a" is missing/],
  ['a missing plural', whole, { a: 'Hi, {{name}}' }, /en-US: "rooms:n" is missing/],
  ['an extra text', whole, { ...english, b: 'x' }, /"b" is not a key of es-MX/],
  [
    'a plural without the forms of Spanish',
    { ...whole, n_many: undefined },
    english,
    /es-MX: rooms:n lacks _many/,
  ],
  [
    'a plural without the forms of English',
    whole,
    { ...english, n_one: undefined },
    /en-US: rooms:n lacks _one/,
  ],
  ['another variable', whole, { ...english, a: 'Hi, {{nombre}}' }, /"a" fills in other things/],
  ['another tag', { a: '<b>Hola</b>' }, { a: '<i>Hi</i>' }, /"a" fills in other things/],
  ['an empty text', whole, { ...english, a: ' ' }, /en-US\/rooms.json: "a" is empty/],
  ['an empty Spanish text', { ...whole, a: '' }, english, /es-MX\/rooms.json: "a" is empty/],
  ['a copied text', { a: 'Hola otra vez' }, { a: 'Hola otra vez' }, /"a" is still Spanish/],
  ['another Spanish text', { a: 'Hola' }, { a: 'Guarda los cambios de la sesión' }, /"a" is still Spanish/],
  ['a language without texts', whole, {}, /en-US: no text was found/],
]

const glossaryCases: [name: string, key: string, spanish: string, found?: RegExp][] = [
  ['the word', 'a', 'Copia el enlace'],
  ['a second word', 'a', 'Copia la liga', /rooms\.json: "a" says liga: the word is enlace/],
  ['its plural', 'a', 'Minutas', /says Minutas: the word is resumen/],
  ['a plural that is listed', 'a', 'Agrega puntos', /says puntos: the word is temas/],
  ['the singular of that plural', 'a', 'Estás a punto de salir'],
  ['a word that contains one', 'a', 'Se obliga a 5 minutos'],
  ['the name of a setting', 'a', 'Falta DATABASE_LIGA'],
  ['the name of a variable', 'a', 'En {{liga}}'],
  ['an exempted text', 'saved', 'La liga se agrego'],
  ['an exemption that is not needed', 'saved', 'Listo', /"es-MX common:saved" is exempted and needs no/],
]

const coverageCases: [name: string, line: string, test: string, found?: RegExp][] = [
  [
    'a marked test is shown',
    '- 2.1 rooms open → `web/rooms.test.ts` opens',
    "// @spec 2.1\ntest('opens', () => {",
  ],
  [
    'a reference to a section is left out',
    '- 2.1 rooms open → `web/rooms.test.ts` opens',
    "// @spec 2.1\ntest('opens (spec §2)', () => {",
  ],
  [
    'a test with a table of cases',
    '- P.1 rooms open → `web/rooms.test.ts` %s opens',
    "// @spec P.1\ntest.each([key('a'), key('b')])('%s opens', () => {",
  ],
  ['a statement that waits', '- 2.1 rooms open → open: rooms', '', undefined],
  [
    'an unknown statement',
    '- 2.1 rooms open → open: rooms',
    "// @spec 2.2\ntest('opens', () => {",
    /marks 2\.2, which is no/,
  ],
  ['a statement that nothing pins', '- 2.1 rooms open →', '', /no test is marked with "- 2\.1 rooms open/],
  [
    'a mark without a test',
    '- 2.1 rooms open → open: rooms',
    '// @spec 2.1\nconst rooms = 1',
    /rooms\.test\.ts:1 marks no test/,
  ],
  [
    'a test that was renamed',
    '- 2.1 rooms open → `web/rooms.test.ts` opens',
    "// @spec 2.1\ntest('is open', () => {",
    /is behind/,
  ],
]

function problems(name: string, files: SourceFile[]): string {
  const check = checks.find((each) => each.name === name)
  if (!check) throw new Error(`There is no check "${name}"`)
  return check.run(files).join('\n')
}

describe('repository checks', () => {
  test.each(cases)('%s: %s %j', (name, path, text, found) => {
    if (found) expect(problems(name, [{ path, text }])).toMatch(found)
    else expect(problems(name, [{ path, text }])).toBe('')
  })

  test.each(packageCases)('packages: %s', (_, files, found) => {
    if (found) expect(problems('packages', files)).toMatch(found)
    else expect(problems('packages', files)).toBe('')
  })

  test.each<[string, string, RegExp?]>([
    ['src/web/features/rooms/RoomScreen.tsx', 'export function Component() {}'],
    ['src/web/app/rooms/RoomsScreen.tsx', 'export const Component = () => null'],
    ['src/web/features/rooms/HomeScreen.tsx', 'export function Component() {}'],
    ['src/web/app/states/CrashScreen.tsx', ''],
    ['src/web/features/rooms/RoomView.tsx', 'export function RoomView() {}'],
    ['src/web/features/rooms/KeysScreen.tsx', '', /KeysScreen\.tsx: a screen that .* does not list/],
    ['src/web/features/rooms/Keys.tsx', 'export function Component() {}', /Keys\.tsx: a screen/],
  ])('screens: %s %j', (path, text, found) => {
    const table = {
      path: 'src/web/app/screens.ts',
      text: "() => import('#web/features/rooms/RoomScreen.tsx'), () => import('./rooms/RoomsScreen.tsx')",
    }
    const routes = {
      path: 'src/web/app/routes.tsx',
      text: "import { Component as Home } from '#web/features/rooms/HomeScreen.tsx'",
    }
    if (found) expect(problems('screens', [table, routes, { path, text }])).toMatch(found)
    else expect(problems('screens', [table, routes, { path, text }])).toBe('')
    expect(problems('screens', [{ path, text }])).toMatch(/no screen was found/)
  })

  test.each(keyCases)('locale keys: %s', (_, keys, text, found) => {
    const files = [
      { path: 'public/locales/es-MX/rooms.json', text: JSON.stringify(keys) },
      { path: 'src/web/ui/Panel.tsx', text },
    ]
    if (found) expect(problems('locale keys', files)).toMatch(found)
    else expect(problems('locale keys', files)).toBe('')
  })

  test.each(languageCases)('languages: %s', (_, spanish, other, found) => {
    const files = [
      { path: 'public/locales/es-MX/rooms.json', text: JSON.stringify(spanish) },
      { path: 'public/locales/en-US/rooms.json', text: JSON.stringify(other) },
    ]
    if (found) expect(problems('languages', files)).toMatch(found)
    else expect(problems('languages', files)).toBe('')
  })

  test.each(glossaryCases)('one word: %s', (_, key, text, found) => {
    const glossary = {
      path: 'docs/domain.md',
      text: '# Words\n\n## Palabras (es-MX)\n\n| word | for | not |\n| --- | --- | --- |\n| enlace | an address | liga, url |\n| resumen | what is read | minuta |\n| temas | what is said | puntos |\n\n## More\n\n| a | b | enlace |\n',
    }
    const ns = key === 'saved' ? 'common' : 'rooms'
    const texts = { path: `public/locales/es-MX/${ns}.json`, text: JSON.stringify({ [key]: text }) }
    if (found) expect(problems('one word', [glossary, texts])).toMatch(found)
    else expect(problems('one word', [glossary, texts])).toBe('')
    expect(problems('one word', [texts])).toMatch(/domain\.md: "## Palabras \(es-MX\)" has no words/)
  })

  test.each(coverageCases)('coverage: %s', (_, line, text, found) => {
    const files = [
      { path: 'docs/spec-coverage.md', text: `# Rooms\n\n${line}\n` },
      { path: 'src/web/rooms.test.ts', text },
    ]
    if (found) expect(problems('coverage', files)).toMatch(found)
    else expect(problems('coverage', files)).toBe('')
  })

  test('languages: a folder that is no language of the product', () => {
    const texts = ['es-MX', 'en-US', 'fr-FR'].map((locale) => ({
      path: `public/locales/${locale}/rooms.json`,
      text: '{"a":"x"}',
    }))
    expect(problems('languages', texts)).toMatch(/fr-FR: is no language of the product/)
  })

  test('folder sizes: 25 files are enough, declarations of types and the series of migrations aside', () => {
    const folder = (size: number, end: string, path = 'src/web/rooms') =>
      Array.from({ length: size }, (_, at) => ({ path: `${path}/room-${at}${end}`, text: '' }))
    expect(problems('folder sizes', [...folder(25, '.ts'), ...folder(25, '.d.ts')])).toBe('')
    expect(problems('folder sizes', folder(26, '.ts'))).toMatch(/src\/web\/rooms: 26 files/)
    expect(problems('folder sizes', folder(26, '.sql', 'src/server/db/migrations'))).toBe('')
    expect(problems('folder sizes', folder(26, '.ts', 'src/server/db'))).toMatch(/src\/server\/db: 26 files/)
  })

  test('modules drawn: a drawing that is behind the imports', () => {
    const drawing = (text: string) => ({
      path: 'docs/modules.md',
      text: `<!-- modules: begin (made by scripts/checks/module-docs.ts) -->\n\n${text}\n\n<!-- modules: end -->\n`,
    })
    const rooms = {
      path: 'src/server/modules/rooms/rooms.service.ts',
      text: "import '#server/modules/doors/doors.service.ts'\n",
    }
    const found = problems('modules drawn', [drawing('nothing'), rooms])
    expect(found).toMatch(/docs\/modules\.md is behind the imports/)
    expect(problems('modules drawn', [{ path: 'docs/modules.md', text: '' }, rooms])).toMatch(/is behind/)
    const present = { path: 'docs/modules.md', text: withDrawing(drawing('nothing').text, [rooms]) }
    expect(present.text).toMatch(/rooms --> doors/)
    expect(problems('modules drawn', [present, rooms])).toBe('')
  })

  test('each check has a case that it reports', () => {
    const shown = new Set([
      // Has its cases among the import rules.
      'order of the modules',
      'modules drawn',
      // Has a separate test file.
      'migrations',
      'folder sizes',
      'packages',
      'locale keys',
      'languages',
      'coverage',
      'one word',
      'screens',
      ...cases.flatMap(([name, , , found]) => (found ? [name] : [])),
    ])
    expect([...shown].toSorted()).toEqual(checks.map(({ name }) => name).toSorted())
  })

  test('they see every source file', () => {
    const onDisk = globSync(
      ['src/**/*.{ts,tsx,sql,css}', 'public/**/*.json', 'test/**/*.ts', 'docs/**/*.md'],
      {
        cwd: projectRoot,
      },
    )
    const seen = new Set(readTree(projectRoot).map(({ path }) => path))
    expect(onDisk.length).toBeGreaterThan(0)
    expect(onDisk.filter((path) => !seen.has(path))).toEqual([])
  })
})
