// Runs before the npm scripts, on whatever Node the machine has (20 or newer): installs
// from the lockfile when it changed, builds when sources changed, looks for the programs that the tests need. Says nothing and takes a
// moment when there is nothing to do.
import { ensureBuilt } from '../build/build-state.mjs'
import { ensurePrograms, programs } from './debian-packages.mjs'
import { ensureInstalled } from './install.mjs'
import { fail, root } from './project.mjs'

const steps = {
  start: [ensureInstalled, ensureBuilt],
  // The tests build as a step of their own, so that a broken build is counted and reported like any failure.
  test: [ensureInstalled, () => ensurePrograms(...Object.values(programs))],
  check: [ensureInstalled],
  screens: [ensureInstalled, () => ensurePrograms(programs.chromium), ensureBuilt],
}[process.argv[2] ?? '']

if (!steps) fail('Usage: node scripts/setup/setup.mjs start|test|check|screens')

try {
  for (const step of steps) await step()
} catch (error) {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  fail(`${root} must be writable for this user: ${error.message}`)
}
