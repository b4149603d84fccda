import { type FreeSpace, freeSpace } from '../disk-space.ts'
import { DiskFull } from './backup-fault.ts'

const MEGABYTE = 1_048_576

/** What a backup leaves free on the disk: others may write there, too, the database among them. */
const RESERVE = 200 * MEGABYTE
/** How much is written between two looks at the disk. */
const LOOK_AFTER = 4 * MEGABYTE

/** Counts what is written. @throws DiskFull once less than the reserve is free */
export type Room = (bytes: number) => Promise<void>

/** Looks at the disk of a folder at the first call, then every few megabytes. */
export function watchRoom(folder: string, free: FreeSpace = freeSpace): Room {
  let since = LOOK_AFTER
  return async (bytes) => {
    since += bytes
    if (since < LOOK_AFTER) return
    since = 0
    if ((await free(folder)) < RESERVE) throw new DiskFull(folder)
  }
}
