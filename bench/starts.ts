// How long the built product takes until it listens, with a new data folder and with an existing one, and its memory
// use afterwards.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startOurs } from './servers.ts'
import { type Spread, spread } from './spread.ts'

export type Starts = { firstMs: Spread; laterMs: Spread; idleMb: number | undefined }

const FIRST_ROUNDS = 3
const LATER_ROUNDS = 5
const IDLE_MS = 10_000

export async function measureStarts(): Promise<Starts> {
  const first: number[] = []
  const later: number[] = []
  for (let round = 0; round < FIRST_ROUNDS; round++) {
    const folder = await mkdtemp(join(tmpdir(), 'norte-bench-start-'))
    first.push(await startOnce(folder))
    if (round === 0) {
      for (let again = 0; again < LATER_ROUNDS; again++) later.push(await startOnce(folder))
    }
    await rm(folder, { recursive: true, force: true })
  }
  return { firstMs: spread(first), laterMs: spread(later), idleMb: await idleMemory() }
}

async function startOnce(folder: string): Promise<number> {
  const server = await startOurs({ DATA_DIR: folder })
  await server.stop()
  return server.msToListening
}

/** Resident memory of the idle Node process ten seconds after it began to listen. Linux only. */
async function idleMemory(): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const folder = await mkdtemp(join(tmpdir(), 'norte-bench-idle-'))
  const server = await startOurs({ DATA_DIR: folder })
  await wait(IDLE_MS)
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1])
  return kilobytes / 1024
}
