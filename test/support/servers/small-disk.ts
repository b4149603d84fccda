import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Whether this machine lets a process have a disk that nobody else sees, by `unshare` with these arguments. Says so loudly
 * if not: it is no program that could be installed, so the tests are skipped then.
 */
export function hasSmallDisks(...unshare: string[]): boolean {
  const { status } = spawnSync('unshare', [...unshare, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'])
  if (status === 0) return true
  process.stderr.write(`\nSKIPPED, because \`unshare ${unshare.join(' ')}\` may not mount a disk here\n\n`)
  return false
}

/** How often a disk is made smaller while somebody writes there. */
const MOST_TRIES = 100

/** What `unshare` is given for a disk that nobody else sees, which needs no rights outside it. */
export const OWN_DISK = ['--user', '--map-root-user', '--mount']
export const canOpenSmallDisk = () => hasSmallDisks(...OWN_DISK)

export type SmallDisk = {
  /** Put before a command line: what runs so sees the disk at its folder (`ServerOptions.as`). */
  as: string[]
  /** Where the test itself reads and writes the disk. */
  path: string
  /** How many bytes the disk holds from now on: no fewer than are used. */
  resize(bytes: number): Promise<void>
  /** Leaves so many bytes free. */
  leave(bytes: number): Promise<void>
  /** Takes the disk away; what uses it has ended before. */
  close(): Promise<void>
}

/**
 * A disk of a size of the test's choice over a folder, in memory and seen by nobody else, which needs no rights outside it.
 * Only where `canOpenSmallDisk`.
 */
export async function openSmallDisk(folder: string, bytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // It lasts as long as this process, which ends with the test's: then nobody holds the other end of its input.
  const steps = `mount -t tmpfs -o mode=700,size=${bytes} tmpfs "$0" && echo there && exec cat >&2`
  const holder = spawn('unshare', [...OWN_DISK, 'sh', '-c', steps, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  const first = await Promise.race([once(holder.stdout, 'data'), ended])
  if (String(first[0]).trim() !== 'there')
    throw new Error('This machine lets no disk be made (unshare --user --mount)')
  const as = [
    'nsenter',
    `--target=${holder.pid}`,
    '--user',
    '--mount',
    '--preserve-credentials',
    '--wd=/',
    '--',
  ]
  const path = join('/proc', String(holder.pid), 'root', folder)
  const resize = async (size: number) => {
    const [command, ...args] = [...as, 'mount', '-o', `remount,size=${size}`, folder]
    await promisify(execFile)(command, args)
  }
  return {
    as,
    path,
    resize,
    async leave(free) {
      // A database writes between the look and the resize, and no disk becomes smaller than what is on it.
      for (let tries = 1; ; tries += 1) {
        const { blocks, bfree, bsize } = await statfs(path)
        try {
          return await resize((blocks - bfree) * bsize + free)
        } catch (error) {
          if (tries === MOST_TRIES) throw error
        }
      }
    },
    async close() {
      holder.stdin.end()
      await ended
    },
  }
}
