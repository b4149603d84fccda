// Paths of the project. Runs on the machine's Node, so it must not depend on an installed package.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with package.json. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A path inside the project. */
export function at(...parts) {
  return join(root, ...parts)
}

const system = process.platform === 'win32' ? 'win' : process.platform
const packagedNodePath = at(
  'node_modules',
  `node-${system}-${process.arch}`,
  'bin',
  system === 'win' ? 'node.exe' : 'node',
)

// The packaged binary is a glibc program: without that loader (musl) it cannot run.
const linuxLoader = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }[process.arch]

/** The Node that the lockfile installs for this machine, or undefined if it has no such package (macOS, musl). */
export function packagedNode() {
  if (process.platform === 'linux' && !(linuxLoader && existsSync(linuxLoader))) return undefined
  return existsSync(packagedNodePath) ? packagedNodePath : undefined
}

/** The Node that runs the project: the one of the lockfile, else the current one. */
export function projectNode() {
  return packagedNode() ?? process.execPath
}

/** Exits with one clear line instead of a stack trace. */
export function fail(...lines) {
  for (const line of lines) console.error(line)
  process.exit(1)
}
