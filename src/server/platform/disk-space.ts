import { statfs } from 'node:fs/promises'
import { StartFailure, codeOf } from '../start-failure.ts'

/** Bytes that this user can still write on the disk of a folder. */
export type FreeSpace = (folder: string) => Promise<number>

const MEGABYTE = 1_048_576

/** A new database takes 40 MB and its first day about as much again. */
export const NEEDED_TO_START = 200 * MEGABYTE

/** PostgreSQL's disk_full. */
export const DISK_FULL = '53100'

/** Whether something failed because a disk is full: the one of this server's files, or the one of its database. */
export function isOutOfRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', DISK_FULL].includes(codeOf(error) ?? '')
}

export const freeSpace: FreeSpace = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** @throws StartFailure `diskTooSmall` if there is not enough space for a start */
export async function requireSpace(folder: string, free: FreeSpace = freeSpace): Promise<void> {
  const left = await free(folder)
  if (left >= NEEDED_TO_START) return
  const inMegabytes = (bytes: number) => Math.floor(bytes / MEGABYTE)
  throw new StartFailure('diskTooSmall', {
    folder,
    free: inMegabytes(left),
    needed: inMegabytes(NEEDED_TO_START),
  })
}
