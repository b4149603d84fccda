import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectRoot, temporaryTree } from './temporary-tree.ts'

type Report = { diagnostics: { code: string; filename: string }[]; number_of_files: number }

/** A module with so many lines. */
const lines = (count: number) => `export {}\n${'// x\n'.repeat(count - 1)}`

// One file for each rule that this project relies on, and the rule that refuses it.
const refused: [path: string, text: string, rule: string][] = [
  ['src/server/now.ts', 'export const a = Date.now()', 'eslint(no-restricted-globals)'],
  ['src/web/today.ts', 'export const a = new Date()', 'eslint(no-restricted-globals)'],
  ['src/web/global.ts', 'export const a = globalThis.Date', 'eslint(no-restricted-properties)'],
  ['src/web/intl.ts', "export const a = new Intl.DateTimeFormat('es')", 'eslint(no-restricted-properties)'],
  ['src/web/picked.ts', 'export const { DateTimeFormat } = Intl', 'eslint(no-restricted-properties)'],
  ['src/web/number.ts', 'export const a = (5).toLocaleString()', 'eslint(no-restricted-properties)'],
  [
    'src/web/day.ts',
    'export const a = (d: Date) => d.toLocaleDateString()',
    'eslint(no-restricted-properties)',
  ],
  [
    'src/web/hour.ts',
    'export const a = (d: Date) => d.toLocaleTimeString()',
    'eslint(no-restricted-properties)',
  ],
  ['test/api/now.ts', 'export const a = Date.now()', 'eslint(no-restricted-globals)'],
  ['src/server/any.ts', 'export const a: any = 1', 'typescript(no-explicit-any)'],
  [
    'src/server/floating.ts',
    'export async function a() {}\nexport function b() {\n  a()\n}',
    'typescript(no-floating-promises)',
  ],
  ['src/server/ignored.ts', '// @ts-ignore\nexport const a = 1', 'typescript(ban-ts-comment)'],
  [
    'src/server/expected.ts',
    '// @ts-expect-error -- for a reason\nexport const a: string = 1',
    'typescript(ban-ts-comment)',
  ],
  ['src/server/unchecked.ts', '// @ts-nocheck\nexport const a = 1', 'typescript(ban-ts-comment)'],
  ['src/server/later.ts', '// TODO later\nexport const a = 1', 'eslint(no-warning-comments)'],
  ['src/web/broken.ts', 'export const a = 1 // a FIXME', 'eslint(no-warning-comments)'],
  ['src/server/long.ts', lines(401), 'eslint(max-lines)'],
  ['scripts/long.mjs', lines(401), 'eslint(max-lines)'],
  // The types of these files are not checked.
  ['scripts/build/missing.mjs', 'export const a = notImported', 'eslint(no-undef)'],
  ['scripts/build/page.mjs', 'export const a = document.body', 'eslint(no-undef)'],
  ['scripts/build/boot.mjs', 'export const a = document.body + process.pid', 'eslint(no-undef)'],
  ['test/api/long.api.test.ts', lines(601), 'eslint(max-lines)'],
  ['src/server/log.ts', 'console.log(1)\nexport {}', 'eslint(no-console)'],
  [
    'src/web/kit.ts',
    "import '@mantine/core/styles/Table.css'\nexport const a = 1",
    'eslint(no-restricted-imports)',
  ],
  ['src/server/barrel.ts', "export * from './any.ts'", 'oxc(no-barrel-file)'],
  [
    'src/server/cases.ts',
    "export function a(x: 'b' | 'c') {\n  switch (x) {\n    case 'b':\n      return 1\n  }\n}",
    'typescript(switch-exhaustiveness-check)',
  ],
  [
    'test/api/only.test.ts',
    "import { expect, test } from 'vitest'\ntest.only('a', () => expect(1).toBe(1))",
    'vitest(no-focused-tests)',
  ],
]

const allowed = {
  'src/web/kit-layer.ts': "import '@mantine/core/styles/Table.layer.css'\nexport const a = 1",
  'src/server/enough.ts': lines(400),
  'test/api/enough.api.test.ts': lines(600),
  'src/server/db/schema.ts': lines(900),
  'src/time/clock.ts': 'export const now = () => Date.now()\nexport const f = new Intl.DateTimeFormat()',
  'scripts/build/node.mjs': 'export const a = process.pid',
  'src/server/voided.ts': 'async function a() {}\nexport function b() {\n  void a()\n}',
}

describe('lint', () => {
  const files = { ...Object.fromEntries(refused), ...allowed }
  const folder = temporaryTree(files)
  let report: Report

  beforeAll(() => {
    const args = [join(projectRoot, 'node_modules/.bin/oxlint'), '--format=json', 'src', 'test', 'scripts']
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    report = JSON.parse(stdout) as Report
  })

  test('reads every file', () => {
    expect(report.number_of_files).toBeGreaterThanOrEqual(Object.keys(files).length)
  })

  test.each(refused)('%s', (path, _text, rule) => {
    const codes = report.diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code)
    expect([...new Set(codes)]).toEqual([rule])
  })

  test('lets pass what is right', () => {
    expect(report.diagnostics.filter(({ filename }) => filename in allowed)).toEqual([])
  })
})
