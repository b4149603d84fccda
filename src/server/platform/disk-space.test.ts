import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { freeSpace, NEEDED_TO_START, requireSpace } from './disk-space.ts'

test('the free space of a folder is that of its disk', async () => {
  expect(await freeSpace(tmpdir())).toBeGreaterThan(0)
  await expect(freeSpace('/no/such/folder')).rejects.toThrow('ENOENT')
})

test('a start on a nearly full disk is refused with both sizes', async () => {
  await expect(requireSpace('/data', async () => NEEDED_TO_START)).resolves.toBeUndefined()
  await expect(requireSpace('/data', async () => 12 * 1_048_576 + 5)).rejects.toMatchObject({
    key: 'diskTooSmall',
    params: { folder: '/data', free: 12, needed: 200 },
  })
})
