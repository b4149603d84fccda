import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A small project in a temporary folder with this project's configuration and packages, and the given files: what a
 * check says about it, it would say about such files here. Removed after the tests of the file. Call it
 * beside the tests, not in one.
 */
export function temporaryTree(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'norte-tree-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs', '.oxlintrc.json']) {
    cpSync(join(projectRoot, name), join(folder, name))
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'dir')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}
