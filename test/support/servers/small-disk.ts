import { spawnSync } from 'node:child_process'

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
