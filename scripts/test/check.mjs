// npm run check: all checks that take seconds, unit tests included.
import { checkSteps } from './check-steps.mjs'
import { runSteps, tool } from './steps.mjs'

const unit = { name: 'unit tests', command: tool('vitest', 'run', '--project=unit', '--reporter=dot') }
const results = await runSteps([unit, ...checkSteps], { width: 2 })
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
