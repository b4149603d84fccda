import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keptReleases } from '#test/support/releases/kept-releases.ts'
import { projectRoot } from './temporary-tree.ts'

// What releases left behind (scripts/releases/keep.ts) is what their installations have: it is kept for each, and never edited.

/** How many migrations a release may bring. */
const MOST_MIGRATIONS = 9

const folder = 'test/releases'
const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, maxBuffer: 64 * 1_048_576 })

// @spec P.370
test('something is kept of the first release, and of one every few migrations up to the newest', () => {
  const migrations = readdirSync(join(projectRoot, 'src/server/db/migrations')).map((name) =>
    Number(name.slice(0, 4)),
  )
  const kept = keptReleases().map(Number)
  expect(kept[0]).toBe(4)
  const gaps = [...kept, Math.max(...migrations)].map((number, index) => number - (kept[index - 1] ?? 4))
  expect(gaps.filter((gap) => gap > MOST_MIGRATIONS)).toEqual([])
})

test('what is kept was neither edited nor removed since the commit that brought it', () => {
  // None where there is no history: a copy without git, a shallow clone.
  if (!existsSync(join(projectRoot, '.git'))) return
  const brought = git('log', '--format=', '--name-only', '--diff-filter=A', '--', folder).toString()
  const paths = [...new Set(brought.split('\n').filter(Boolean))]
  expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
  const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const edited = paths.filter((path) => {
    const commits = git('log', '--format=%H', '--diff-filter=AM', '--', path)
      .toString()
      .split('\n')
      .filter(Boolean)
    const now = sum(readFileSync(join(projectRoot, path)))
    return commits.some((commit) => sum(git('show', `${commit}:${path}`)) !== now)
  })
  expect(edited).toEqual([])
})
