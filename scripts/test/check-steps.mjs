// The checks of a change before any test runs. `npm run check` and `npm test` share these steps.
import { totalmem } from 'node:os'
import { script, tool } from './steps.mjs'

const ENOUGH_MEMORY = totalmem() > 12 * 1024 ** 3

/**
 * For programs in Go that run for seconds: one core, and where there is enough memory no garbage collection below 3 GB.
 * That takes a quarter off their CPU time, for 2.5 GB instead of 2.
 */
const SHORT_LIVED_GO = { GOMAXPROCS: '1', ...(ENOUGH_MEMORY && { GOGC: 'off', GOMEMLIMIT: '3GiB' }) }

/**
 * The slowest first, so that the quick ones fill the gaps. Each works on one core: two checkers of types share less than
 * they repeat.
 */
export const checkSteps = [
  { name: 'lint', command: tool('oxlint', '--threads=1'), env: SHORT_LIVED_GO },
  { name: 'format', command: tool('oxfmt', '--check', '--threads=1', '.') },
  {
    name: 'types',
    command: tool('ts7', 'tsc', '-p', 'tsconfig.json', '--checkers', '1'),
    env: SHORT_LIVED_GO,
  },
  { name: 'import rules', command: script('scripts/checks/import-rules.ts') },
  { name: 'dead code', command: tool('knip') },
  { name: 'repository rules', command: script('scripts/checks/check-repository.ts') },
  { name: 'generated documents', command: script('scripts/checks/config-docs.ts', '--check') },
]
