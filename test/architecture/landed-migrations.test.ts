import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANDED_MIGRATIONS, checksumsOf, landedAmong, migrations } from '../../scripts/checks/migrations.ts'
import { type SourceFile, readTree } from '../../scripts/checks/tree.ts'
import { projectRoot } from './temporary-tree.ts'

const sql = (name: string, text: string): SourceFile => ({ path: `src/server/db/migrations/${name}`, text })
const listOf = (...files: SourceFile[]): SourceFile => ({
  path: LANDED_MIGRATIONS,
  text: JSON.stringify(Object.fromEntries(checksumsOf(files))),
})

const FIRST = sql('0001_rooms.sql', 'create table rooms (id uuid);\n')
const SECOND = sql('0002_seats.sql', 'create table seats (id uuid);\n')

describe('landed migrations', () => {
  test.each<[string, SourceFile[], RegExp | undefined]>([
    ['are as they landed', [FIRST, listOf(FIRST)], undefined],
    [
      'may have other line ends',
      [sql('0001_rooms.sql', FIRST.text.replaceAll('\n', '\r\n')), listOf(FIRST)],
      undefined,
    ],
    [
      'are not edited',
      [sql('0001_rooms.sql', `${FIRST.text}-- and more\n`), listOf(FIRST)],
      /0001_rooms\.sql: landed and was edited/,
    ],
    ['are not removed', [FIRST, listOf(FIRST, SECOND)], /0002_seats\.sql: landed, and is gone/],
    ['are listed when they are new', [FIRST, SECOND, listOf(FIRST)], /0002_seats\.sql: is not in/],
    ['have a list', [FIRST], /is missing/],
  ])('%s', (_name, files, found) => {
    const problems = migrations.run(files).join('\n')
    if (found) expect(problems).toMatch(found)
    else expect(problems).toBe('')
  })

  test('the first release is the base, unchanged', () => {
    const landed = landedAmong(readTree(projectRoot))
    expect(Object.fromEntries([...landed].slice(0, 4))).toEqual({
      '0001_foundation.sql': '552c7ad7a0ce16ec139c20739fb256b44e8a98fb9367ef3ae0c8cd71062058c3',
      '0002_accounts.sql': '7693261a06cb95cff7ed5b3cd4aa0ff41c7f4a98310087e800f7a0a80db47d11',
      '0003_practice.sql': '7b71bc83fd054d78ea7545a1eb97267f708b4e2712b6333f95d291e6e2676864',
      '0004_scheduling.sql': '786494e66a3159087a00eea8e4f7f9ce3f5104b96c949c17f40eecf6de649ee2',
    })
  })

  test('no line of the list changed since the commit that brought it', () => {
    const listed = landedAmong(readTree(projectRoot))
    const before = earlierLists().flatMap((text) => [...landedAmong([{ path: LANDED_MIGRATIONS, text }])])
    expect(before.filter(([name, checksum]) => listed.get(name) !== checksum)).toEqual([])
  })
})

/** The list in every commit that touched it; none where there is no history (a copy without git, a shallow clone). */
function earlierLists(): string[] {
  if (!existsSync(join(projectRoot, '.git'))) return []
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' })
  const commits = git('log', '--format=%H', '--', LANDED_MIGRATIONS).split('\n').filter(Boolean)
  return commits.map((commit) => git('show', `${commit}:${LANDED_MIGRATIONS}`))
}
