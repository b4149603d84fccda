import { chown, lstat, mkdir, realpath, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, StartFailure } from '#server/start-failure.ts'

/** Only part of the socket's file name: nothing listens on the network. */
export const SOCKET_PORT = 5432

/** The kernel's limit for the path of a unix socket. */
const LONGEST_PATH = 107

/**
 * The folder of the socket, which only its owner may enter: `run` in the data folder or, if that path is too long for a
 * socket, a short one in the temporary folder.
 * @throws StartFailure `folderUnusable` if another user has taken the short folder's name
 */
export async function ensureSocketFolder(
  dataDir: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<string> {
  const folder = socketFolderFor(dataDir)
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const found = await lstat(folder)
    const ours = [process.getuid?.(), owner?.uid].includes(found.uid)
    if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
      throw new StartFailure('folderUnusable', { folder, reason: 'EEXIST' }, error)
    }
  }
  if (owner) await chown(folder, owner.uid, owner.gid)
  return folder
}

/**
 * Removes the socket lock that a killed server left. Like `postmaster.pid` it contains a process number that may belong
 * to another process by now, or to a zombie. No server may run on the data folder.
 */
export async function clearSocketLock(socketFolder: string): Promise<void> {
  await rm(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true })
}

/** How to connect to the embedded database of a running server; undefined if there is no such data folder. */
export async function runningServer(dataDir: string) {
  const folder = await realpath(dataDir).catch(() => undefined)
  if (folder === undefined) return undefined
  const host = socketFolderFor(folder)
  return { host, port: SOCKET_PORT, user: 'norte', database: 'norte', ssl: false as const }
}

/** The socket's folder for a data folder. The length counts bytes: an ñ has two. */
export function socketFolderFor(dataDir: string): string {
  const folder = join(dataDir, 'run')
  if (fits(folder)) return folder
  const short = `norte-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  return fits(join(tmpdir(), short)) ? join(tmpdir(), short) : join('/tmp', short)
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_PATH
}
