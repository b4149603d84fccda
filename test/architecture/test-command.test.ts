import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import playwrightConfig from '../../playwright.config.ts'
import { chosenBy, isChosen, runsIn } from '../../scripts/test/long-tests.mjs'
import { filesOf, journeys, kinds } from '../../scripts/test/test-kinds.mjs'
import { add, readPlaywright, readVitest, summary, tally } from '../../scripts/test/test-reports.mjs'
import vitestConfig from '../../vitest.config.ts'
import { projectRoot } from './temporary-tree.ts'

const folder = mkdtempSync(join(tmpdir(), 'norte-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

const vitestReport = (...files: [status: string, ...tests: string[]][]) => ({
  testResults: files.map(([status, ...tests], position) => ({
    name: `/x/${position}.test.ts`,
    status,
    assertionResults: tests.map((each) => ({ status: each, fullName: 'it does it' })),
  })),
})
const playwrightReport = (
  stats: Partial<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>,
) => ({
  config: { rootDir: '/x/test/e2e' },
  suites: [{ file: 'job.e2e.ts' }],
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors: [],
})

describe('every test file', () => {
  test('belongs to exactly one kind', () => {
    const onDisk = globSync('{src,test,scripts,bench}/**/*.{test,e2e}.{ts,tsx,mts,mjs}', {
      cwd: projectRoot,
      // Lighthouse has its packages below bench/.
      exclude: ['**/node_modules'],
    })
    const claimed = [...kinds, journeys].flatMap(filesOf)
    expect(onDisk.length).toBeGreaterThan(0)
    expect(claimed.toSorted()).toEqual(onDisk.map((path) => join(projectRoot, path)).toSorted())
  })

  test('runs once: no retries, no test.only', () => {
    const projects = vitestConfig.test?.projects ?? []
    expect(projects).toHaveLength(kinds.length)
    for (const project of projects) expect(project).toMatchObject({ test: { retry: 0 } })
    expect(playwrightConfig).toMatchObject({ retries: 0, forbidOnly: true })
  })

  test('fails when it asserts nothing, or on an unexpected console.error', () => {
    const setup = 'test/support/fail-on-console-error.ts'
    for (const project of vitestConfig.test?.projects ?? []) {
      expect(project).toMatchObject({
        test: { setupFiles: expect.arrayContaining([setup]), expect: { requireAssertions: true } },
      })
    }
  })
})

describe('long tests', () => {
  const isShort = new RegExp(chosenBy.vitest.short[0]!.replace('--testNamePattern=', ''))

  test('run in one of two runs', () => {
    for (const title of ['starts', 'starts, by hand @long', 'writes to a@longer.mx']) {
      const isOfLong = title.endsWith(' @long')
      expect(isChosen(title, 'long'), title).toBe(isOfLong)
      expect(isChosen(title, 'short'), title).toBe(!isOfLong)
      expect(isChosen(title, 'all'), title).toBe(true)
      expect(isShort.test(`the server ${title}`), title).toBe(!isOfLong)
    }
  })

  test('are known by file: what runs nothing in a run is not missed there', () => {
    const file = (name: string, text: string) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return [runsIn(path, 'short'), runsIn(path, 'long'), runsIn(path, 'all')]
    }
    expect(file('short.ts', "test('a', run)\n  it.each([1])('b', run)")).toEqual([true, false, true])
    expect(file('long.ts', "test('a @long', run)\n  test(\n    'b @long',\n    run)")).toEqual([
      false,
      true,
      true,
    ])
    expect(file('both.ts', "test('a @long', run)\ntest('b', run)")).toEqual([true, true, true])
    expect(file('either.ts', "  test(`a${isUsual ? '' : ' @long'}`, run)")).toEqual([true, true, true])
    expect(file('each.ts', "test.skip(isNot, why)\ntest.each([\n  [1],\n])('a %s @long', run)")).toEqual([
      false,
      true,
      true,
    ])
    expect(file('none.ts', 'lawsOf(range)')).toEqual([true, false, true])
  })

  test('are only of kinds that their command runs', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const run = scripts['test:long']!.split(' ').slice(
      scripts['test:long']!.split(' ').indexOf('scripts/test/test.mjs') + 1,
    )
    const others = [...kinds, journeys].filter(({ name }) => !run.includes(name))
    expect(run.length + others.length).toBe(kinds.length + 1)
    const long = others.flatMap(filesOf).filter((path) => / @long\b/.test(readFileSync(path, 'utf8')))
    // This file has some as examples.
    expect(long.filter((path) => !path.endsWith('test-command.test.ts'))).toEqual([])
  })

  test('that are left out are not skipped', () => {
    const results = [
      { status: 'passed', fullName: 'it a' },
      { status: 'skipped', fullName: 'it b @long' },
      { status: 'skipped', fullName: 'it c' },
    ]
    const report = { testResults: [{ name: '/x/a.test.ts', status: 'passed', assertionResults: results }] }
    expect(readVitest(report, 'short')).toMatchObject({ passed: 1, skipped: 1 })
    expect(readVitest(report, 'all')).toMatchObject({ passed: 1, skipped: 2 })
  })
})

describe('the last line of the tests', () => {
  test('adds up what vitest ran', () => {
    const report = vitestReport(['passed', 'passed', 'passed', 'pending'], ['failed', 'passed', 'failed'])
    expect(readVitest(report)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 1,
      files: ['/x/0.test.ts', '/x/1.test.ts'],
    })
  })

  test('counts a file that could not be loaded as a failure', () => {
    expect(readVitest(vitestReport(['failed']))).toMatchObject({ passed: 0, failed: 1 })
  })

  test('adds up what Playwright ran; flaky is failed', () => {
    const report = playwrightReport({ expected: 4, unexpected: 2, flaky: 1, skipped: 1 })
    expect(readPlaywright(report)).toEqual({
      passed: 4,
      failed: 3,
      skipped: 1,
      files: ['/x/test/e2e/job.e2e.ts'],
    })
  })

  test('counts an error outside of any journey', () => {
    const report = { ...playwrightReport({ expected: 4 }), errors: [{ message: 'no server' }] }
    expect(readPlaywright(report)).toMatchObject({ passed: 4, failed: 1 })
  })

  test('counts a runner that wrote no report', () => {
    expect(tally(readVitest, join(folder, 'missing.json'), false)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('counts a runner that ended badly although every test passed', () => {
    const path = join(folder, 'vitest.json')
    writeFileSync(path, JSON.stringify(vitestReport(['passed', 'passed'])))
    expect(tally(readVitest, path, false)).toMatchObject({ passed: 1, failed: 1 })
    expect(tally(readVitest, path, true)).toMatchObject({ passed: 1, failed: 0 })
  })

  test('reads "N passed, N failed"', () => {
    const one = { passed: 2, failed: 1, skipped: 0, files: ['/a'] }
    expect(summary(add([one, one]))).toBe('4 passed, 2 failed')
  })
})
