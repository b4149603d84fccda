// Runs before the npm scripts, on the machine's Node (20 or newer): installs if the lockfile changed, builds if sources
// changed, looks for the programs that the tests need. Silent and quick if nothing has to be done.
import { ensureBuilt } from '../build/build-state.mjs'
import { ensurePrograms, programs } from './debian-packages.mjs'
import { ensureInstalled, ensureLighthouse } from './install.mjs'
import { fail, root } from './project.mjs'

const steps = {
  start: [ensureInstalled, ensureBuilt],
  // The tests build as a separate step, so that a broken build is counted and reported like any failure.
  test: [ensureInstalled, () => ensurePrograms(...Object.values(programs))],
  check: [ensureInstalled],
  cluster: [ensureInstalled, () => ensurePrograms(programs.redis), ensureBuilt],
  screens: [ensureInstalled, () => ensurePrograms(programs.chromium), ensureBuilt],
  lighthouse: [ensureInstalled, ensureLighthouse, () => ensurePrograms(programs.chromium), ensureBuilt],
}[process.argv[2] ?? '']

if (!steps) fail('Usage: node scripts/setup/setup.mjs start|test|check|cluster|screens|lighthouse')

try {
  for (const step of steps) await step()
} catch (error) {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  fail(`${root} must be writable for this user: ${error.message}`)
}
