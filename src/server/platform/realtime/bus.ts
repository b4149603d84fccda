import { randomUUID } from 'node:crypto'
import { type Transaction, sql } from 'kysely'
import pg from 'pg'
import type { DB } from '#server/db/schema.ts'
import { type Line, openLine } from './line.ts'
import { createListeners } from './listeners.ts'
import type { Logger } from '../logger.ts'
import { pause } from '../pause.ts'
import type { DatabaseConnection } from '#server/platform/postgres/postgres.ts'
import { CHANNEL } from '#server/platform/postgres/publishing.ts'

/** Immediate messages between processes on one database. Nothing is stored: a process that is away misses them. */
export type Bus = {
  /** Whether there may be other processes at all. */
  shared: boolean
  /** Sends to every other process, in the order of the calls. */
  publish(topic: string, data: object): void
  /**
   * Sends to every other process when the transaction commits, and only then. The answer is to be called after the
   * commit: a bus that is not part of the database sends then.
   */
  publishWith(tx: Transaction<DB>, topic: string, data: readonly object[]): Promise<() => void>
  /** The name under which a statement publishes itself (`publishing`); undefined if the bus is not part of the database. */
  origin: string | undefined
  /** Receives what other processes publish, never what this one does. */
  subscribe<Data extends object>(topic: string, listener: (data: Data) => void): void
  /** Called when messages may have been missed: after a lost connection, or from a process that died. */
  onGap(listener: () => void): void
  /** Waits for messages that are being sent, then closes. */
  close(): Promise<void>
}

/** A bus for the single process of an embedded database, which no other process may open. */
export function createInProcessBus(): Bus {
  return {
    shared: false,
    publish: () => undefined,
    publishWith: async () => () => undefined,
    origin: undefined,
    subscribe: () => undefined,
    onGap: () => undefined,
    close: async () => undefined,
  }
}

/** Tells others that messages were lost, after the database was away. */
const GAP = 'gap'
const RETRY_MS = 500
/** A PostgreSQL notification is less than 8000 bytes; longer messages are sent in parts of this many characters. */
const PART_LENGTH = 7_800

type Message = { topic: string; data: object }

/** A bus over NOTIFY. It sends through the pool and listens on a separate connection. */
export async function createPostgresBus(
  connection: DatabaseConnection,
  pool: pg.Pool,
  log: Logger,
): Promise<Bus> {
  const origin = randomUUID()
  const { subscribe, onGap, deliver, tellGap } = createListeners()
  const receive = assembler(
    origin,
    ({ topic, data }) => {
      if (topic === GAP) tellGap()
      else deliver(topic, data)
    },
    (error) => {
      // Also of another release: nothing that others publish may end this process.
      log.error({ err: error }, 'a message of another process was not understood')
      tellGap()
    },
  )
  const ear: Line = await openLine(connection, {
    name: 'norte-bus',
    channel: CHANNEL,
    onMessage: receive,
    onBack: tellGap,
    log,
  })

  let waiting: string[] = []
  let telling: Promise<void> | undefined
  let serial = 0
  let closed = false
  const partsOf = (message: Message) => inParts(`${origin}:${(serial += 1)}`, message)
  // Messages that are published during a query are sent together with the next one, so the order is kept. Messages that
  // could not be sent are lost, but the others learn of the gap as soon as possible.
  const tell = async () => {
    while (waiting.length > 0) {
      const parts = waiting
      waiting = []
      try {
        await pool.query(`select pg_notify('${CHANNEL}', part) from unnest($1::text[]) as part`, [parts])
      } catch (error) {
        log.warn({ err: error }, 'other processes were not told')
        if (closed) break
        await pause(RETRY_MS)
        waiting = partsOf({ topic: GAP, data: {} })
      }
    }
    telling = undefined
  }
  return {
    shared: true,
    publish(topic, data) {
      waiting.push(...partsOf({ topic, data }))
      telling ??= tell()
    },
    async publishWith(tx, topic, data) {
      const parts = data.flatMap((each) => partsOf({ topic, data: each }))
      if (parts.length === 0) return () => undefined
      const notifications = parts.map((part) => `notify ${CHANNEL}, ${pg.escapeLiteral(part)}`)
      await sql.raw(notifications.join(';')).execute(tx)
      return () => undefined
    },
    origin,
    subscribe,
    onGap,
    async close() {
      closed = true
      await telling
      await ear.close()
    },
  }
}

function inParts(id: string, message: Message): string[] {
  // Escaped, a character is a byte, and no cut is inside one.
  const text = JSON.stringify(message).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const count = Math.ceil(text.length / PART_LENGTH)
  return Array.from(
    { length: count },
    (_, index) => `${id}:${index}:${count}:${text.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH)}`,
  )
}

/**
 * Assembles messages from their parts. Parts of one message arrive in one transaction, so in order; where one is missing, or
 * makes no sense, something was missed.
 */
function assembler(
  own: string,
  deliver: (message: Message) => void,
  onBroken: (error: unknown) => void,
): (part: string) => void {
  const halves = new Map<string, { serial: string; next: number; text: string }>()
  return (part) => {
    const [, origin = '', serial = '', index, count, text = ''] =
      /^([\w-]+):(\d+):(\d+):(\d+):(.*)$/s.exec(part) ?? []
    if (origin === own || origin === '') return
    const half = Number(index) === 0 ? { serial, next: 0, text: '' } : halves.get(origin)
    halves.delete(origin)
    try {
      if (half?.serial !== serial || half.next !== Number(index)) throw new Error('A part is missing')
      const whole = half.text + text
      if (half.next + 1 < Number(count)) halves.set(origin, { serial, next: half.next + 1, text: whole })
      else deliver(JSON.parse(whole) as Message)
    } catch (error) {
      onBroken(error)
    }
  }
}
