// Writes archives as a server does, one after the other, in a process that has nothing else in memory.
// Arguments: a connection to the database as JSON, the data folder, and whose archives. Tells for each how many bytes it
// has, and how much memory the process had at most.
import { join } from 'node:path'
import type { UserId } from '#contract/values.ts'
import { createArchives } from '#server/beside/archives.ts'
import type { DatabaseConnection } from '#server/platform/postgres/postgres.ts'
import { systemClock } from '#time/clock.ts'
import type { WrittenInChild } from './in-child.ts'

const LOOK_EVERY_MS = 5

process.once('disconnect', () => process.exit(1))
const [connection = '', dataDir = '', ...people] = process.argv.slice(2)
const archives = createArchives(JSON.parse(connection) as DatabaseConnection, { dataDir, s3: undefined })
const written: WrittenInChild[] = []
for (const person of people) {
  let most = 0
  const look = () => (most = Math.max(most, process.memoryUsage.rss()))
  const watch = setInterval(look, LOOK_EVERY_MS)
  const order = { userId: person as UserId, path: join(dataDir, `${person}.zip`), madeAt: systemClock.now() }
  const { byteSize } = (await archives.write(order, async () => {
    look()
    return true
  }))!
  clearInterval(watch)
  written.push({ byteSize, most })
}
process.send?.(written, () => process.exit())
