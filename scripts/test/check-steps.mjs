// The checks of a change before any test runs. `npm run check` and `npm test` share these steps.
import { existsSync } from 'node:fs'
import { at } from '../setup/project.mjs'
import { script, tool } from './steps.mjs'

const cruised = ['src', 'test', 'scripts', 'bench'].filter((folder) => existsSync(at(folder)))

/** The slowest first, so that the quick ones fill the gaps. */
export const checkSteps = [
  { name: 'dead code', command: tool('knip') },
  { name: 'lint', command: tool('oxlint', '--threads=2') },
  { name: 'format', command: tool('prettier', '--check', '.', '--log-level=warn', '--cache') },
  { name: 'types', command: tool('ts7', 'tsc', '-p', 'tsconfig.json', '--checkers', '2') },
  {
    name: 'import rules',
    command: tool('dependency-cruiser', 'depcruise', '--config', '.dependency-cruiser.cjs', ...cruised),
  },
  { name: 'repository rules', command: script('scripts/checks/check-repository.ts') },
  { name: 'generated documents', command: script('scripts/checks/config-docs.ts', '--check') },
]
