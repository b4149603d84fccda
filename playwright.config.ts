import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/setup/chromium.mjs'

/** The journeys that only look at what they share (test/e2e/support/practice.ts). Visitors share nothing. */
const SHARED = /\/accessibility\/(?!visitor\.)[^/]*\.e2e\.ts$/

/**
 * Those that make networks, which other browsers of the machine notice, and calls of four and more people, whose pictures
 * need all of a machine: `npm test` runs them apart.
 */
const APART = /\/video\/(group|lines|sfu)\.e2e\.ts$/

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  ...(process.env['JOURNEYS_BUNDLED'] !== 'yes' && { globalSetup: './test/e2e/support/bundle-server.ts' }),
  forbidOnly: true,
  retries: 0,
  // One more than cores: a journey waits a quarter of its time.
  workers: 3,
  projects: [
    // One worker, so that its practices are staged once and its people's pages load once. It comes first, because it is
    // the longest that one worker does.
    { name: 'accessibility', testMatch: SHARED, fullyParallel: false, workers: 1 },
    { name: 'journeys', testIgnore: [SHARED, APART] },
    { name: 'networks', testMatch: APART, workers: 1 },
  ],
  // Test by test instead of file by file, so that the workers end together.
  fullyParallel: true,
  // Guards against hanging, not measures: a busy machine with slow cores takes three times what a quiet one does.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // An eighth of what the journeys cost is painting what moves; npm run test:looks has it all.
    contextOptions: { reducedMotion: process.env['EVERY_LOOK'] === 'yes' ? 'no-preference' : 'reduce' },
    // A recording costs a quarter of the time: it is made when somebody wants to look at a failure.
    trace: process.env['E2E_TRACE'] === 'yes' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Recording needs a program that only Playwright's own browser download brings.
    video: 'off',
    launchOptions: { executablePath: findChromium(), args: chromiumArgs() },
  },
})
