import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startServer } from '#test/support/server-process.ts'

/** A separate data folder for each test of the file, removed afterwards. It is created empty. */
export function dataFolder(): { path: string } {
  const folder = { path: '' }
  let root = ''
  beforeEach(async () => {
    root = await temporaryFolder()
    folder.path = join(root, 'data')
  })
  afterEach(() => removeFolder(root))
  return folder
}

/** The same, but left by an earlier run: creating a database takes most of a first start's time. */
export function grownFolder(): { path: string } {
  let grown = ''
  beforeAll(async () => {
    grown = await temporaryFolder()
    await (await startServer({ env: { DATA_DIR: grown } })).stop()
  })
  afterAll(() => removeFolder(grown))
  const folder = dataFolder()
  beforeEach(() => copyFolder(grown, folder.path))
  return folder
}

/** Copies a folder of a thousand files. Node's own asynchronous copy costs five times as much. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-R', from, to])
}

/** The same with links to the files, in a tenth of the time: for tests that remove files and never write to one. */
export function linkFolder(from: string, to: string): void {
  execFileSync('cp', ['-Rl', from, to])
}

/** Removes a folder, also while the database of a killed server is shutting down in it and still writes. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

async function temporaryFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'norte-runtime-')))
}

/** The PostgreSQL processes of a data folder. Zombies do not count. */
export function databaseProcesses(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'postgres') &&
          readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
        )
      } catch {
        return false
      }
    })
}
