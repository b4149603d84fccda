import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { describeFileStore } from '#test/support/file-store-suite.ts'
import { createDiskStore } from './storage.ts'

const home = mkdtempSync(join(tmpdir(), 'norte-files-'))
const folder = join(home, 'files')
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('files on disk', () => {
  describeFileStore(() => createDiskStore(folder))

  test('are for their owner only', async () => {
    const id = randomUUID()
    await createDiskStore(folder).put(id, Readable.from([Buffer.from('x')]), 1)
    const modes = await Promise.all(
      [folder, join(folder, id.slice(-2)), join(folder, id.slice(-2), id)].map((path) => stat(path)),
    )
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o600])
  })

  test('leave a part that a crash cut off where it can be found and removed', async () => {
    const id = randomUUID()
    const shard = join(folder, id.slice(-2))
    await mkdir(shard, { recursive: true })
    await writeFile(join(shard, `${id}.part`), 'half')
    const store = createDiskStore(folder)
    const ids = []
    for await (const entry of store.list()) ids.push(entry.id)
    expect(ids).toContain(id)
    expect(await store.get(id)).toBeUndefined()
    await store.remove(id)
    await expect(stat(join(shard, `${id}.part`))).rejects.toThrow('ENOENT')
  })

  // A full disk takes the beginning of what is written and says so only by how much it took.
  test('are not stored when the disk takes only the beginning of their last bytes', () => {
    const id = randomUUID()
    const program = `
      import { Readable } from 'node:stream'
      import { createDiskStore } from '${import.meta.resolve('./storage.ts')}'
      const store = createDiskStore('${folder}')
      const stored = store.put('${id}', Readable.from([Buffer.alloc(50_000)]), 50_000)
      console.log(await stored.then(() => 'stored', (error) => error.code), await store.get('${id}'))`
    const node = [process.execPath, '--input-type=module', '-e', program]
    const limited = ['-c', 'ulimit -f 20; exec "$@"', 'sh', ...node]
    const { stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: 'EFBIG undefined\n', stderr: '' })
  })

  test('are an empty list before the first', async () => {
    const entries = []
    for await (const entry of createDiskStore(join(home, 'empty')).list()) entries.push(entry)
    expect(entries).toEqual([])
  })
})
