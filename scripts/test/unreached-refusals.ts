// Runs the tests that call the API and lists the refusals that an endpoint declares and no test has seen.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS } from '#contract/api.ts'
import { at } from '../setup/project.mjs'

const folder = mkdtempSync(join(tmpdir(), 'norte-refusals-'))
try {
  const projects = ['api', 'contract', 'realtime'].map((name) => `--project=${name}`)
  const { status } = spawnSync(
    process.execPath,
    [at('node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects, '--reporter=dot'],
    { stdio: 'inherit', env: { ...process.env, SEEN_REFUSALS: folder } },
  )
  const seen = new Set(
    readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
  )
  const unreached = [...ENDPOINTS.values()].flatMap(({ method, path, errors }) =>
    errors.map((code) => `${method} ${path} ${code}`).filter((line) => !seen.has(line)),
  )
  for (const line of unreached) console.log(`Not reached: ${line}`)
  process.exitCode = status === 0 && unreached.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
