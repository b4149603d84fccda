// The folder for a test run's temporary files: mostly databases, copied as thousands of files.
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

const MEMORY = '/dev/shm'
const GIB = 2 ** 30
/** More than a run ever stores, and as much again for its processes. */
const ROOM = 2 * GIB

/**
 * Creates the folder and returns its path; it is removed when this process ends. It is in memory if the machine has
 * such a file system with enough space, which halves the time of database tests; TMPDIR overrides that.
 */
export function makeScratch() {
  const path = inMemory() ?? mkdtempSync(join(tmpdir(), 'norte-tests-'))
  // Programs of other users need access; the folders in it are closed themselves.
  chmodSync(path, 0o755)
  process.on('exit', () => remove(path))
  return path
}

function inMemory() {
  if (process.env.TMPDIR || freemem() < 2 * ROOM) return undefined
  let path
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < ROOM) return undefined
    path = mkdtempSync(join(MEMORY, 'norte-tests-'))
    // Some machines do not execute programs there, and the tests write some.
    const program = join(path, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    if (spawnSync(program).status === 0) return path
  } catch {
    // It does not exist, or is not accessible.
  }
  if (path) remove(path)
  return undefined
}

// The database of a killed server may still be ending, and write meanwhile.
function remove(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
