// Two commands started at once in the same clone must not install or build at the same time.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { at } from './project.mjs'

const pollMs = 200
const beatMs = 2_000
// A holder that has not touched its lock for so long counts as dead, whatever its process id.
const silenceMs = 20_000

/** Runs `work` while holding the lock `name`; waits for another holder first and takes over from a dead one. */
export async function withLock(name, work) {
  const path = at('dist', `.${name}.lock`)
  mkdirSync(at('dist'), { recursive: true })
  await acquire(path, name)
  const beat = setInterval(() => touch(path), beatMs)
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

async function acquire(path, name) {
  for (let tries = 1; !tryCreate(path); tries += 1) {
    if (isAbandoned(path)) takeAway(path)
    else await delay(pollMs)
    if (tries === 10) console.log(`Waiting for another run to finish (${name})…`)
  }
}

function tryCreate(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > silenceMs) return true
    const holder = Number(readFileSync(path, 'utf8'))
    // An empty file is a lock that is being written at this moment.
    return holder > 0 && !isAlive(holder)
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

// Renaming is atomic, so of several waiters only one removes this file. If a faster waiter has taken over in between,
// its new lock was renamed: it is put back.
function takeAway(path) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (isAbandoned(aside)) rmSync(aside, { force: true })
    else renameSync(aside, path)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function touch(path) {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // The folder was removed by hand, so there is no lock to refresh.
  }
}
