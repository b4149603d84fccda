// Where a run of the tests writes what it throws away: databases above all, copied some thousand files at a time.
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

const MEMORY = '/dev/shm'
const GIB = 2 ** 30
/** More than a run ever holds at a time, and as much again for its processes. */
const ROOM = 2 * GIB

/**
 * Makes the folder and answers its path; it goes with this process. It lies in memory, where the machine has such a
 * place with room to spare, which halves the time of what works with databases; TMPDIR overrides that.
 */
export function makeScratch() {
  const path = inMemory() ?? mkdtempSync(join(tmpdir(), 'norte-tests-'))
  // What runs as another user has to get through; the folders in it are closed by themselves.
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
    // Some machines run no programs there, and the tests write some.
    const program = join(path, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    if (spawnSync(program).status === 0) return path
  } catch {
    // No such place, or none for us.
  }
  if (path) remove(path)
  return undefined
}

// The database of a server that was killed may still be on its way out, and write while it goes.
function remove(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
