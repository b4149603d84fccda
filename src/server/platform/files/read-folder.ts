import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of a folder by their names, in the order of these. */
export async function readFolder(folder: string): Promise<[name: string, bytes: Buffer][]> {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name))] as [string, Buffer]),
  )
}
