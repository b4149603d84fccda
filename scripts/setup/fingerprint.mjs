// Content hashes that tell whether an install or a build is up to date.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/**
 * Hash of the given files and folders (paths relative to the project). Contents count, times do not: a new checkout of
 * the same commit is up to date. A missing entry is part of the hash too.
 */
export function fingerprint(entries, { skip = () => false } = {}) {
  const hash = createHash('sha256')
  for (const entry of entries) addEntry(hash, entry, skip)
  return hash.digest('hex')
}

function addEntry(hash, path, skip) {
  const kind = statSync(join(root, path), { throwIfNoEntry: false })
  if (!kind) return hash.update(`${path}\0missing\0`)
  if (kind.isDirectory()) return addFolder(hash, path, skip)
  const content = readFileSync(join(root, path))
  hash.update(`${path}\0${content.length}\0`)
  hash.update(content)
}

function addFolder(hash, path, skip) {
  for (const name of readdirSync(join(root, path)).toSorted()) {
    const child = `${path}/${name}`
    if (!skip(child)) addEntry(hash, child, skip)
  }
}
