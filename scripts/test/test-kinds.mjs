// The kinds of tests: what belongs to each and what it may touch. vitest.config.ts makes one project of each; the test
// command offers the names as filters and counts that no file was left out.
import { globSync } from 'node:fs'
import { at, root } from '../setup/project.mjs'

// The time limits are guards against hanging: a busy machine with slow cores takes many times what a quiet one does.
export const kinds = [
  {
    name: 'unit',
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: ['src/**/*.db.test.ts'],
    usesPostgres: false,
    // Pure files share a process: without a fresh one for each they take half the time.
    isolate: false,
    timeoutMs: 60_000,
  },
  {
    name: 'db',
    include: ['src/**/*.db.test.ts'],
    exclude: [],
    usesPostgres: true,
    isolate: true,
    timeoutMs: 60_000,
  },
  // Each file makes servers of its own; loading their code once for all of them is a third of the time.
  folder('api', { usesPostgres: true, isolate: false, timeoutMs: 240_000 }),
  folder('contract', { usesPostgres: true, timeoutMs: 240_000 }),
  folder('realtime', { usesPostgres: true, timeoutMs: 120_000 }),
  folder('architecture', { usesPostgres: false, timeoutMs: 120_000 }),
  folder('runtime', { usesPostgres: true, timeoutMs: 240_000 }),
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
