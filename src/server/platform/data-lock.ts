import { createHash } from 'node:crypto'
import { access, chmod, constants, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { codeOf, StartFailure } from '../start-failure.ts'

export type DataLock = {
  /** The folder's real path. */
  folder: string
  release: () => Promise<void>
}

/**
 * Creates the data folder (for its owner only) and locks it for this process.
 *
 * The lock is a listening socket named after the folder's real path, so that a path through a link finds the same lock,
 * and the kernel releases it however the process ends.
 * @throws StartFailure `alreadyRunning` if another process of this machine holds it; `folderDenied` and
 * `folderUnusable` if the folder cannot be created or entered.
 */
export async function lockDataFolder(path: string): Promise<DataLock> {
  const folder = await openDataFolder(path)
  const lock = await lockFolder(folder)
  if (!lock) throw new StartFailure('alreadyRunning', { folder })
  return lock
}

/** Locks any folder, named by its real path, in the same way; undefined if another process of this machine holds it. */
export async function lockFolder(folder: string): Promise<DataLock | undefined> {
  const name = socketName(createHash('sha256').update(folder).digest('hex').slice(0, 32))
  const server = (await tryListen(name)) ?? (await retryAfterStaleFile(name))
  if (!server) return undefined
  server.unref()
  return {
    folder,
    release: () => new Promise((done) => server.close(() => done())),
  }
}

/**
 * Creates the data folder (for its owner only) if it is missing, and returns its real path. If others may read a data
 * folder of this user, its permissions are corrected.
 * @throws StartFailure `folderDenied`, `folderUnusable`; `folderOpen` if others may read a folder that must not be
 * changed: it belongs to another user, or contains other files
 */
export async function openDataFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const folder = await realpath(path)
    await closeToOthers(folder)
    return folder
  } catch (error) {
    if (error instanceof StartFailure) throw error
    const code = codeOf(error)
    if (code === 'EACCES' || code === 'EPERM')
      throw new StartFailure('folderDenied', { folder: path, code }, error)
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure('folderUnusable', { folder: path, reason }, error)
  }
}

const READ_OR_WRITTEN_BY_OTHERS = 0o066
/** The contents of a data folder after its first start. */
const OURS = ['postgres', 'secrets']

async function closeToOthers(folder: string): Promise<void> {
  // Windows has no such permission bits.
  if (process.platform === 'win32') return
  const { mode, uid } = await stat(folder)
  if ((mode & READ_OR_WRITTEN_BY_OTHERS) === 0) return
  const names = await readdir(folder)
  const isOurs = names.length === 0 || OURS.some((name) => names.includes(name))
  if (uid !== process.getuid?.() || !isOurs) throw new StartFailure('folderOpen', { folder })
  await chmod(folder, mode & ~READ_OR_WRITTEN_BY_OTHERS & 0o7777)
}

// Linux keeps abstract names and Windows pipes in the kernel, so nothing has to be cleaned up. Other systems need a
// file.
function socketName(hash: string): string {
  if (process.platform === 'linux') return `\0norte-${hash}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\norte-${hash}`
  return join(tmpdir(), `norte-${hash}.sock`)
}

function tryListen(name: string): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? done(undefined) : fail(error)))
    server.listen(name, () => done(server))
  })
}

async function retryAfterStaleFile(name: string): Promise<Server | undefined> {
  if (process.platform === 'linux' || process.platform === 'win32') return undefined
  if (await answers(name)) return undefined
  rmSync(name, { force: true })
  return tryListen(name)
}

function answers(name: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(name, () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}
