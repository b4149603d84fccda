// Checks that no general tool has: sizes, names, texts and words of this repository.
import { checks } from './all.ts'
import { readTree } from './tree.ts'
import { root } from '../setup/project.mjs'

const files = readTree(root)
if (files.length === 0) throw new Error('No file was found to check')

const problems = checks.flatMap(({ name, run }) => run(files).map((problem) => `${name}: ${problem}`))
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
