// The import rules (.dependency-cruiser.cjs), and whether they saw every source file: what a rule does not see, it does
// not refuse.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { at, root } from '../setup/project.mjs'

/** What dependency-cruiser reports. */
export type Cruise = {
  modules: { source: string }[]
  summary: { totalCruised: number; violations: Violation[] }
}
type Violation = { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }

/** Runs the rules over folders of a project. */
export function cruise(project: string, folders: readonly string[]): Cruise {
  const program = at('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr)
  return JSON.parse(stdout) as Cruise
}

/** A line for each violation, and for each of `files` that the rules did not see. */
export function problemsOf({ modules, summary }: Cruise, files: readonly string[]): string[] {
  if (files.length === 0) return ['No file was found to check']
  const seen = new Set(modules.map(({ source }) => source))
  const unseen = files.filter((path) => !seen.has(path))
  return [
    ...summary.violations.map(({ rule, from, to, cycle }) => {
      const way = cycle ? cycle.map(({ name }) => name) : [to]
      return `${rule.name}: ${[from, ...way].join(' → ')}`
    }),
    ...unseen.map((path) => `${path}: not seen by the import rules`),
  ]
}

if (import.meta.main) {
  const folders = ['src', 'test', 'scripts', 'bench'].filter((folder) => existsSync(at(folder)))
  const problems = problemsOf(cruise(root, folders), globSync('src/**/*.{ts,tsx}', { cwd: root }))
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
