// Checks whether dist/ was built from the current sources.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fingerprint } from '../setup/fingerprint.mjs'
import { at, fail, projectNode, root } from '../setup/project.mjs'

const inputs = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  // Also what only prepares sources: a list of files is soon without one.
  'scripts/build',
]

export const buildStampPath = at('dist', '.build')
const builtServer = at('dist', 'server', 'main.js')
const builtPage = at('dist', 'web', 'index.html')
const builtViewer = at('dist', 'export-viewer', 'index.html')

/** Hash of everything that is part of the build; tests next to the sources are not. */
export function sourceFingerprint() {
  return fingerprint(inputs, { skip: (path) => /\.test\.tsx?$/.test(path) })
}

/** True when dist/ holds a complete build with that fingerprint. */
export function isBuilt(wanted = sourceFingerprint()) {
  if (![builtServer, builtPage, builtViewer, buildStampPath].every((path) => existsSync(path))) return false
  return readFileSync(buildStampPath, 'utf8') === wanted
}

/** Builds if sources changed, on the Node of the project (this file may run on an older one). */
export function ensureBuilt() {
  if (isBuilt()) return
  const { status } = spawnSync(projectNode(), [at('scripts', 'build', 'build.mjs'), '--if-changed'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) fail('', 'The build failed; the reason is above.')
}
