import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { UserId } from '#contract/values.ts'
import type { DatabaseConnection } from '#server/platform/postgres/postgres.ts'

/** The bytes of an archive, and the most that its process had in memory meanwhile. */
export type WrittenInChild = { byteSize: number; most: number }

/** Has archives written in a separate process, in this order. */
export async function writeInChild(
  connection: DatabaseConnection,
  dataDir: string,
  people: readonly UserId[],
): Promise<WrittenInChild[]> {
  const script = join(import.meta.dirname, 'archive-child.ts')
  const child = fork(script, [JSON.stringify(connection), dataDir, ...people], { execArgv: [] })
  const ended = once(child, 'exit')
  const told = once(child, 'message') as Promise<[WrittenInChild[]]>
  const first = await Promise.race([told, ended])
  if (!Array.isArray(first[0])) throw new Error(`The process that writes archives ended with ${first[0]}`)
  await ended
  return first[0]
}
