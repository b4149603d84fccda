import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EpochMs } from '#time/clock.ts'

/** Files that are being written, on the disk of this server; gone once they are stored, or with what failed. */
export type Scratch = {
  /** Gives `work` a path at which nothing is, and removes what it leaves there. */
  with<T>(work: (path: string) => Promise<T>): Promise<T>
  /** Removes what was left by processes that were killed: everything written last before an instant. @returns how many */
  sweep(before: EpochMs): Promise<number>
}

/** @param folder is created with access for its owner only, once it is needed */
export function createScratch(folder: string): Scratch {
  return {
    async with(work) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomUUID())
      try {
        return await work(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    async sweep(before) {
      let swept = 0
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => undefined)
        if (!found || found.mtimeMs >= before) continue
        await rm(path, { force: true })
        swept += 1
      }
      return swept
    },
  }
}
