import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EpochMs } from '#time/clock.ts'

/** Files that are being written, on the disk of this server; gone once they are stored, or with what failed. */
export type Scratch = {
  /** Gives `work` a path at which nothing is, and removes what it leaves there. */
  with<T>(work: (path: string) => Promise<T>): Promise<T>
  /** Writes a stream to such a path: the pieces of a file, one behind the other. @returns how many bytes */
  write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number>
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
    async write(path, pieces) {
      const file = await open(path, 'wx', 0o600)
      let byteSize = 0
      try {
        for await (const piece of pieces) {
          await file.writeFile(piece)
          byteSize += piece.length
        }
      } finally {
        await file.close()
      }
      return byteSize
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
