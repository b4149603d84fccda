// Writes into docs/spec-coverage.md which test pins each statement, from the marks in the tests; the repository check
// only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/project.mjs'
import { type Check, type SourceFile, isTest, lineAt, readTree } from './tree.ts'

const PATH = 'docs/spec-coverage.md'
/** `- 2.14 what is true → where it is pinned` */
const statement = /^- (?<id>[\dP]\.\d+) (?<text>.*?) →(?<pinned>.*)$/
const mark = /^ *\/\/ @spec (?<ids>.+)$/gm
/** The title of `test('…'`, `describe('…'` or, behind a table of cases, `])('…'`. */
const title = /(?:\b(?:test|it|describe)(?:\.(?!each)\w+)*|\))\(\s*(?<quote>['"`])(?<words>.*?)\k<quote>,/

type Mark = { id: string; path: string; line: number; title: string | undefined }

/** Each mark names a statement, each statement has a test or says what it waits for, and the document shows it. */
export const coverage: Check = {
  name: 'coverage',
  run: (files) => {
    const document = files.find(({ path }) => path === PATH)?.text
    if (document === undefined) return []
    const marks = marksOf(files)
    const known = new Set(document.split('\n').map((line) => statement.exec(line)?.groups?.['id']))
    const problems = marks.flatMap(({ id, path, line, title: words }) => [
      ...(known.has(id) ? [] : [`${path}:${line} marks ${id}, which is no statement of ${PATH}`]),
      ...(words === undefined ? [`${path}:${line} marks no test`] : []),
    ])
    const wanted = withTests(document, marks)
    const unproved = wanted.split('\n').filter((line) => statement.exec(line)?.groups?.['pinned'] === '')
    problems.push(...unproved.map((line) => `${PATH}: no test is marked with "${line}"`))
    return wanted === document
      ? problems
      : [...problems, `${PATH} is behind the tests: run \`node scripts/checks/coverage.ts\``]
  },
}

function marksOf(files: readonly SourceFile[]): Mark[] {
  return files
    .filter(({ path }) => isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(mark)].flatMap((found) => {
        const words = title.exec(text.slice(found.index + found[0].length))?.groups?.['words']
        const at = { path, line: lineAt(text, found.index), title: words }
        return found.groups!['ids']!.split(', ').map((id) => ({ id, ...at }))
      }),
    )
}

/** A document whose statements name the marked tests; one without a test keeps what it says it waits for. */
function withTests(document: string, marks: readonly Mark[]): string {
  const byId = Map.groupBy(marks, ({ id }) => id)
  return document
    .split('\n')
    .map((line) => {
      const { id, text, pinned } = statement.exec(line)?.groups ?? {}
      if (id === undefined) return line
      const marked = byId.get(id)
      const waiting = pinned!.startsWith(' open: ') ? pinned! : ''
      return `- ${id} ${text} →${marked ? testsOf(marked) : waiting}`
    })
    .join('\n')
}

function testsOf(marks: readonly Mark[]): string {
  return [...Map.groupBy(marks, ({ path }) => path)]
    .map(([path, tests]) => {
      // A title's own reference to a section would only repeat where one is.
      const titles = tests.map(({ title: words }) => words?.replace(/ \((?:spec|product) §[^)]*\)/g, ''))
      return ` \`${path.replace(/^src\//, '')}\` ${titles.join(' / ')}`
    })
    .join(' ·')
}

if (import.meta.main) {
  const file = join(root, PATH)
  writeFileSync(file, withTests(readFileSync(file, 'utf8'), marksOf(readTree(root))))
}
