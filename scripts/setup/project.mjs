// Where things are. Runs on the Node of the machine, so it must not depend on an installed package.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json. */
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

/** The Node that the lockfile brings for this machine, or undefined where there is none (macOS, musl). */
export function packagedNode() {
  if (process.platform === 'linux' && !(linuxLoader && existsSync(linuxLoader))) return undefined
  return existsSync(packagedNodePath) ? packagedNodePath : undefined
}

/** The Node that runs the project: the one of the lockfile, else the one that is running now. */
export function projectNode() {
  return packagedNode() ?? process.execPath
}

/** Ends with one clear line instead of a stack trace. */
export function fail(...lines) {
  for (const line of lines) console.error(line)
  process.exit(1)
}
