// The kinds of tests: their files and what they may touch. vitest.config.ts makes one project of each; the test command
// offers the names as filters and checks that no file was left out.
import { globSync } from 'node:fs'
import { at, root } from '../setup/project.mjs'

// The time limits only detect hanging tests: a busy machine with slow cores is many times slower than a quiet one.
export const kinds = [
  {
    name: 'unit',
    include: ['src/**/*.test.ts'],
    exclude: ['src/**/*.db.test.ts'],
    usesPostgres: false,
    // Pure files share a process, which halves their time.
    isolate: false,
    timeoutMs: 240_000,
  },
  // Apart from the unit tests, because a document is global: no pure test may find one.
  {
    name: 'components',
    include: ['src/web/**/*.test.tsx'],
    exclude: [],
    usesPostgres: false,
    isolate: false,
    timeoutMs: 60_000,
    environment: 'happy-dom',
    setupFiles: ['test/support/web/page.ts'],
  },
  // Files that load the server share a process: loading its code for each took a third of their time.
  {
    name: 'db',
    include: ['src/**/*.db.test.ts'],
    exclude: [],
    usesPostgres: true,
    isolate: false,
    timeoutMs: 60_000,
  },
  folder('api', { usesPostgres: true, isolate: false, timeoutMs: 240_000 }),
  folder('contract', { usesPostgres: true, isolate: false, timeoutMs: 240_000 }),
  folder('realtime', { usesPostgres: true, isolate: false, timeoutMs: 120_000 }),
  folder('architecture', { usesPostgres: false, timeoutMs: 120_000 }),
  folder('runtime', { usesPostgres: true, isolate: false, timeoutMs: 240_000 }),
]

/** The browser journeys, which Playwright runs. */
export const journeys = { name: 'e2e', include: ['test/e2e/**/*.e2e.ts'], exclude: [] }

/** Absolute paths of the test files of one kind. */
export function filesOf({ include, exclude }) {
  return globSync(include, { cwd: root, exclude }).map((path) => at(path))
}

function folder(name, { usesPostgres, isolate = true, timeoutMs }) {
  return {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude: [],
    usesPostgres,
    isolate,
    timeoutMs,
  }
}
