import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf } from '#server/start-failure.ts'

const POLL_MS = 20
/** After this many polls a server that was asked to stop is stopped immediately (20 s). */
const PATIENCE = 1000

/**
 * Stops processes that an earlier run left on this database folder: a server whose parent was killed and that is still
 * shutting down, or never got a signal. The caller holds the data folder's lock, so nobody is using it. Afterwards a
 * new server can start: a stale `postmaster.pid` is removed, because another process may have its number by now, and
 * PostgreSQL would then refuse to start.
 */
export async function stopOrphans(databaseFolder: string): Promise<void> {
  const folder = await realpath(databaseFolder)
  const pidFile = join(folder, 'postmaster.pid')
  for (let polls = 0; ; polls += 1) {
    const orphans = await processesIn(folder, pidFile)
    if (orphans.length === 0) break
    const main = serverPid(pidFile)
    if (polls === 0 && main && orphans.includes(main)) signal(main, 'SIGINT')
    if (polls === PATIENCE) for (const pid of orphans) signal(pid, 'SIGQUIT')
    if (polls === 2 * PATIENCE) throw new Error(`Processes ${orphans.join(', ')} do not leave ${folder}`)
    await delay(POLL_MS)
  }
  rmSync(pidFile, { force: true })
}

// PostgreSQL and all its children have the database folder as working directory (a shell may have it, too). Zombies,
// which a container without an init keeps forever, have no working directory any more and are thus not counted.
async function processesIn(folder: string, pidFile: string): Promise<number[]> {
  if (process.platform !== 'linux') return serverByCommand(folder, pidFile)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPostgresIn(folder, name))
    .map(Number)
}

function isPostgresIn(folder: string, pid: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
    )
  } catch {
    // It ended in between, or belongs to another user and must not be inspected.
    return false
  }
}

async function serverByCommand(folder: string, pidFile: string): Promise<number[]> {
  const pid = serverPid(pidFile)
  if (!pid) return []
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
    return stdout.includes('postgres') && stdout.includes(folder) ? [pid] : []
  } catch {
    return []
  }
}

function serverPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0])
    return pid > 1 ? pid : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
