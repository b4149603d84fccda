// Messages and sockets: the figures of product §16, each beside bare socket.io in the same run.
import { randomBytes } from 'node:crypto'
import { type BenchDatabase, openBenchDatabase } from '../database.ts'
import { makePractice } from '../practice.ts'
import { startBareChat, startOurs } from '../servers.ts'
import { show, verdict } from '../spread.ts'
import type { ChatOrder } from './chat-writes.ts'
import {
  type Compared,
  type ExchangeFigures,
  PEOPLE,
  type Room,
  WRITERS,
  benchExchange,
  openRooms,
} from './exchange.ts'
import { benchEmits, benchIdleSockets } from './sockets.ts'
import { LONG_THREAD, type ThreadFigures, benchThread, fillThread } from './threads.ts'

const POOL = 10
const SOCKETS = 5_000
const LISTENERS = 2_000
const MOST_KILOBYTES = 24
/** What a commit takes on the disks that servers are rented with. */
const DISK_MS = 2

export async function printMessages(): Promise<void> {
  const tokenSecret = randomBytes(48).toString('base64')
  const database = await openBenchDatabase()
  try {
    const { exchange, onDisk, thread } = await conversations(database, tokenSecret)
    console.log('\nMessages beside bare socket.io (least – median – most of the rounds)')
    printExchange(exchange)
    console.log(`  the same with a disk that takes ${DISK_MS} ms more for a commit`)
    printExchange(onDisk)
    printThread(thread)
    const { open, held, kilobytesEach } = await benchIdleSockets(database, { sockets: SOCKETS, tokenSecret })
    console.log(
      `  ${open} idle sockets, ${held} of them held to the end (${verdict(held === open)}): ${kilobytesEach.toFixed(1)} KB of the server's memory each   (≤ ${MOST_KILOBYTES}: ${verdict(kilobytesEach <= MOST_KILOBYTES)})`,
    )
  } finally {
    await database.close()
  }
  const { ours, bare, ratio } = await benchEmits(LISTENERS)
  console.log(
    `  one event to ${LISTENERS} sockets: ${show(ours, 1)} ms   bare ${show(bare, 1)} ms   ratio of medians ${ratio.toFixed(2)}   (≤ 1.15: ${verdict(ratio <= 1.15)})`,
  )
}

async function conversations(database: BenchDatabase, tokenSecret: string) {
  const people = { name: 'monica', clients: PEOPLE * 3 + 1, withHistory: false, tokenSecret }
  const practice = await makePractice(database.pool, people)
  const rooms = await openRooms(database.pool, practice)
  const { coach } = practice
  // First: PostgreSQL plans for the tables that it knows, and nobody has empty ones for long.
  await fillThread(database.pool, rooms.at(-1)!, coach)
  const [ourRooms, ...bareRooms] = [0, 1, 2].map((part) => rooms.slice(PEOPLE * part, PEOPLE * (part + 1)))
  const server = await startOurs({
    DATABASE_URL: database.url,
    DATABASE_POOL: String(POOL),
    DATA_DIR: database.folder,
    TOKEN_SECRET: tokenSecret,
    REQUESTS_PER_MINUTE: '10000000',
    MESSAGES_PER_MINUTE: '1000000',
  })
  const row = await startReference(database, bareRooms[0]!, 'row')
  const message = await startReference(database, bareRooms[1]!, 'message')
  try {
    const measure = () => benchExchange({ server, rooms: ourRooms!, coach }, { row, message })
    const exchange = await measure()
    await database.slowDown(DISK_MS)
    const onDisk = await measure()
    await database.slowDown(0)
    const thread = await benchThread(server, rooms.at(-1)!, coach)
    return { exchange, onDisk, thread }
  } finally {
    await message.server.stop()
    await row.server.stop()
    await server.stop()
  }
}

async function startReference({ url }: BenchDatabase, rooms: Room[], writes: ChatOrder['writes']) {
  const authors = rooms.map(({ roomId, writer }) => ({ roomId, userId: writer.userId }))
  return {
    rooms,
    server: await startBareChat({ databaseUrl: url, pool: POOL, rooms: authors, writes }),
  }
}

function printExchange({ seenMs, perSecond }: ExchangeFigures): void {
  printCompared('from sending to seen', seenMs, ' ms', (ratio) => ratio <= 1.3, '≤ 1.3')
  printCompared(`${WRITERS} people write at once`, perSecond, ' /s', (ratio) => ratio >= 0.75, '≥ 0.75')
}

function printCompared(
  what: string,
  { ours, row, message }: Compared,
  unit: string,
  isReached: (ratio: number) => boolean,
  aim: string,
): void {
  const digits = unit === ' ms' ? 2 : 0
  console.log(`  ${what}  ${show(ours, digits)}${unit}`)
  for (const [name, { bare, ratio }] of [
    ['with what we write', message],
    ['with an INSERT alone', row],
  ] as const) {
    console.log(
      `    bare socket.io ${name}  ${show(bare, digits)}${unit}   ratio ${show(ratio)}   (${aim}: ${verdict(isReached(ratio.median))})`,
    )
  }
}

function printThread({ firstMs, thousandthMs }: ThreadFigures): void {
  const ratio = thousandthMs / firstMs
  console.log(
    `  thread of ${LONG_THREAD} messages: newest page ${firstMs.toFixed(2)} ms, the 1,000th ${thousandthMs.toFixed(2)} ms   ratio ${ratio.toFixed(2)}   (≤ 1.1: ${verdict(ratio <= 1.1)})`,
  )
}
