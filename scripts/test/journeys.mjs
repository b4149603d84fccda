// The browser journeys (Playwright): two runs that do not disturb each other.
import { join } from 'node:path'
import { inSeparateNetwork } from './separate-network.mjs'
import { script, tool } from './steps.mjs'

/** Comes before the journeys: their server, bundled once. */
export const bundleStep = {
  name: 'server of the journeys',
  command: script('scripts/test/bundle-journeys.ts'),
}

/** The steps of the journeys that no network disturbs, and of those that make networks, with where each reports. */
export function journeySteps(scratch, wanted) {
  return {
    usual: stepOf('browser journeys', 'usual', { projects: ['accessibility', 'journeys'], scratch, wanted }),
    apart: stepOf('journeys with networks', 'apart', {
      projects: ['networks'],
      scratch,
      wanted,
      wrap: inSeparateNetwork,
    }),
  }
}

function stepOf(name, folder, { projects, scratch, wanted, wrap = (command) => command }) {
  const report = join(scratch, `playwright-${folder}.json`)
  const command = [
    ...tool('@playwright/test', 'playwright', 'test', '--reporter=list,json'),
    ...projects.map((project) => `--project=${project}`),
    // A run empties its folder first.
    `--output=test-results/${folder}`,
    ...wanted,
  ]
  return {
    name,
    report,
    command: wrap(command),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, JOURNEYS_BUNDLED: 'yes' },
  }
}
