// Reads the reports of vitest and Playwright, so that the last line of `npm test` is always true: a runner that
// crashed, ran nothing or left a file out counts as a failure.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isChosen } from './long-tests.mjs'

/** A runner's JSON report as a tally; `ok` is whether its process succeeded. */
export function tally(readReport, path, ok) {
  const found = existsSync(path) ? readReport(JSON.parse(readFileSync(path, 'utf8'))) : nothing()
  // It failed, but no test did: a global set-up that threw, an unhandled rejection, a crash.
  if (!ok && found.failed === 0) return { ...found, failed: 1 }
  return found
}

export function nothing() {
  return { passed: 0, failed: 0, skipped: 0, files: [] }
}

export function add(tallies) {
  return tallies.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
      files: [...sum.files, ...each.files],
    }),
    nothing(),
  )
}

/**
 * vitest's json reporter. A file that could not be loaded has no failed test, and counts as one. Those of the other
 * length are not skipped.
 */
export function readVitest({ testResults }, chosen = 'all') {
  return add(
    testResults.map(({ name, status, assertionResults }) => {
      const tests = assertionResults.filter(({ fullName }) => isChosen(fullName, chosen))
      const count = (wanted) => tests.filter((test) => wanted.includes(test.status)).length
      const failed = count(['failed'])
      return {
        passed: count(['passed']),
        failed: status === 'failed' && failed === 0 ? 1 : failed,
        skipped: count(['pending', 'skipped', 'todo', 'disabled']),
        files: [resolve(name)],
      }
    }),
  )
}

/** Playwright's json reporter. A test that only passed at a second attempt counts as failed. */
export function readPlaywright({ config, suites, stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors.length > 0 ? 1 : 0),
    skipped: stats.skipped,
    files: suites.map(({ file }) => resolve(config.rootDir, file)),
  }
}

/** The last line: the totals. */
export function summary({ passed, failed }) {
  return `${passed} passed, ${failed} failed`
}
