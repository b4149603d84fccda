import { chmod, mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDataFolder } from './data-lock.ts'

async function folderOf(mode: number, ...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-folder-'))
  for (const name of names) await mkdir(join(folder, name))
  await chmod(folder, mode)
  return folder
}
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('the data folder', () => {
  test('is created with access for its owner only', async () => {
    const folder = join(await folderOf(0o700), 'new', 'data')
    await openDataFolder(folder)
    expect(await modeOf(folder)).toBe(0o700)
  })

  test.each([
    ['empty', []],
    ['with a database in it', ['postgres', 'files']],
    ['with secrets in it', ['secrets']],
  ])('%s is closed when others may read it', async (_name, names) => {
    const folder = await folderOf(0o755, ...names)
    await openDataFolder(folder)
    expect((await modeOf(folder)) & 0o066).toBe(0)
  })

  test('is unchanged if nobody else may read it', async () => {
    const folder = await folderOf(0o711, 'postgres')
    await openDataFolder(folder)
    expect(await modeOf(folder)).toBe(0o711)
  })

  test('that is open and contains other files is refused and left alone', async () => {
    const folder = await folderOf(0o755)
    await writeFile(join(folder, 'thesis.odt'), '')
    await expect(openDataFolder(folder)).rejects.toMatchObject({ key: 'folderOpen', params: { folder } })
    expect(await modeOf(folder)).toBe(0o755)
  })
})
