import { posix } from 'node:path'
import type { Check } from './tree.ts'

const limit = 25

/**
 * A numbered series is a list, not a room: nobody searches it for where something is, its order is by number, and it
 * only ever grows at its end. A landed migration never moves either.
 */
const series = 'src/server/db/migrations'

/**
 * A crowded folder is split into subfolders, named by what happens there. Type declarations next to a script count with
 * it.
 */
export const folderSizes: Check = {
  name: 'folder sizes',
  run: (files) => {
    const sizes = new Map<string, number>()
    for (const { path } of files) {
      if (!/^(src|scripts|test|bench)\//.test(path) || /\.d\.m?ts$/.test(path)) continue
      const folder = posix.dirname(path)
      if (folder === series) continue
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
    }
    return [...sizes]
      .filter(([, size]) => size > limit)
      .map(([folder, size]) => `${folder}: ${size} files, at most ${limit}; give it subfolders`)
  },
}
