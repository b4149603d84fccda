import { open } from 'node:fs/promises'
import { codeOf } from '#server/start-failure.ts'

/** Writes the names in a folder to the disk: what was created, renamed or removed there is so after a power failure too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Takes the failure of what reads a file or folder: nothing if it is missing. @throws every other failure */
export function noneIfMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
