import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Line, openLine } from './line.ts'
import type { Logger } from '../logger.ts'
import { pause } from '../pause.ts'
import type { DatabaseConnection } from '#server/platform/postgres/postgres.ts'

/** What processes on one database tell each other at once. Nothing is kept: who is away hears nothing. */
export type Bus = {
  /** Whether there may be other processes at all. */
  shared: boolean
  /** Tells every other process, in the order of the calls. */
  publish(topic: string, data: object): void
  /** Hears what other processes publish, never what this one does. */
  subscribe<Data extends object>(topic: string, listener: (data: Data) => void): void
  /** Called after the line was lost and is back: whatever was told meanwhile has been missed. */
  onGap(listener: () => void): void
  /** Waits for what is being told, then closes. */
  close(): Promise<void>
}

/** A bus for the one process of an embedded database, which nobody else may open. */
export function createInProcessBus(): Bus {
  return {
    shared: false,
    publish: () => undefined,
    subscribe: () => undefined,
    onGap: () => undefined,
    close: async () => undefined,
  }
}

const CHANNEL = 'norte_bus'
/** Tells others that something was missed, after the database was away. */
const GAP = 'gap'
const RETRY_MS = 500
/** PostgreSQL carries less than 8000 bytes at a time; longer messages travel in parts of this many characters. */
const PART_LENGTH = 7_800

type Message = { topic: string; data: object }

/** A bus over NOTIFY. It tells through the pool and listens on a line of its own. */
export async function createPostgresBus(
  connection: DatabaseConnection,
  pool: pg.Pool,
  log: Logger,
): Promise<Bus> {
  const origin = randomUUID()
  const listeners = new Map<string, ((data: never) => void)[]>()
  const gapListeners: (() => void)[] = []
  const tellGap = () => gapListeners.forEach((listener) => listener())
  const receive = assembler(origin, ({ topic, data }) => {
    if (topic === GAP) return tellGap()
    for (const listener of listeners.get(topic) ?? []) listener(data as never)
  })
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
  // What is published while a query is under way goes out together with the next one, so the order stays. What could
  // not be told is not kept, but others hear that they missed something as soon as they can.
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
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      closed = true
      await telling
      await ear.close()
    },
  }
}

function inParts(id: string, message: Message): string[] {
  // Escaped, a character is a byte, and no cut falls within one.
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

/** Puts messages together from the parts of others. Parts of one message arrive in one transaction, so in order. */
function assembler(own: string, deliver: (message: Message) => void): (part: string) => void {
  const halves = new Map<string, string>()
  return (part) => {
    const [, origin = '', index, count, text = ''] = /^([\w-]+):\d+:(\d+):(\d+):(.*)$/s.exec(part) ?? []
    if (origin === own || origin === '') return
    const whole = Number(index) === 0 ? text : (halves.get(origin) ?? '') + text
    if (Number(index) + 1 < Number(count)) return void halves.set(origin, whole)
    halves.delete(origin)
    deliver(JSON.parse(whole) as Message)
  }
}
