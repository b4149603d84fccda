import { defineConfig } from 'vitest/config'
import { kinds } from './scripts/test/test-kinds.mjs'

// Retries are off everywhere: a test that passes at the second try is a failing test.
export default defineConfig({
  test: {
    // Left alone, a machine of two cores gets one worker; with three it still waits a third of the time, with four a tenth.
    maxWorkers: 4,
    projects: kinds.map(
      ({ name, include, exclude, usesPostgres, isolate, timeoutMs, environment, setupFiles = [] }) => ({
        test: {
          name,
          include,
          exclude: ['node_modules/**', 'dist/**', ...exclude],
          environment: environment ?? 'node',
          isolate,
          retry: 0,
          testTimeout: timeoutMs,
          hookTimeout: 120_000,
          // A test that asserts nothing cannot fail.
          // Something that is waited for comes soon, or never: the limit is there for machines with other work.
          expect: { requireAssertions: true, poll: { timeout: 60_000, interval: 20 } },
          restoreMocks: true,
          unstubEnvs: true,
          setupFiles: ['test/support/fail-on-console-error.ts', ...setupFiles],
          globalSetup: usesPostgres ? ['test/support/global-postgres.ts'] : [],
        },
      }),
    ),
  },
})
