import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseConnection } from './postgres.ts'
import type { Logger } from './logger.ts'

/** What processes on one database tell each other at once. Nothing is kept: who is away hears nothing. */
export type Bus = {
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
export function createLonelyBus(): Bus {
  return {
    publish: () => undefined,
    subscribe: () => undefined,
    onGap: () => undefined,
    close: async () => undefined,
  }
}

const CHANNEL = 'norte_bus'
const RECONNECT_MS = 1_000
/** PostgreSQL carries less than 8000 bytes at a time; longer messages travel in parts of this many characters. */
const PART_LENGTH = 7_800

type Message = { topic: string; data: object }

/**
 * A bus over NOTIFY. It tells through the pool and listens on a connection of its own, which it opens anew for as
 * long as it takes.
 */
export async function createPostgresBus(
  connection: DatabaseConnection,
  pool: pg.Pool,
  log: Logger,
): Promise<Bus> {
  const origin = randomUUID()
  const listeners = new Map<string, ((data: never) => void)[]>()
  const gapListeners: (() => void)[] = []
  const receive = assembler(origin, ({ topic, data }) => {
    for (const listener of listeners.get(topic) ?? []) listener(data as never)
  })
  const ear = await openEar(connection, log, receive, () => gapListeners.forEach((listener) => listener()))

  let waiting: string[] = []
  let telling: Promise<void> | undefined
  let serial = 0
  // What is published while a query is under way goes out together with the next one, so the order stays.
  const tell = async () => {
    while (waiting.length > 0) {
      const parts = waiting
      waiting = []
      await pool
        .query(`select pg_notify('${CHANNEL}', part) from unnest($1::text[]) as part`, [parts])
        .catch((error: unknown) => log.warn({ err: error }, 'other processes were not told'))
    }
    telling = undefined
  }
  return {
    publish(topic, data) {
      serial += 1
      waiting.push(...inParts(`${origin}:${serial}`, { topic, data }))
      telling ??= tell()
    },
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
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

/** A connection that broke without a word is noticed, and one that nobody answers is given up. */
const LINE = {
  application_name: 'norte-bus',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
}

/** The listening connection; refuses only when the first one cannot be opened. */
async function openEar(
  connection: DatabaseConnection,
  log: Logger,
  receive: (part: string) => void,
  onBack: () => void,
): Promise<{ close(): Promise<void> }> {
  const target = 'url' in connection ? { connectionString: connection.url } : connection
  let client: pg.Client
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const open = async () => {
    const line = new pg.Client({ ...target, ...LINE })
    client = line
    line.on('notification', ({ payload = '' }) => receive(payload))
    line.on('error', (error) => log.warn({ err: error }, 'the line to other processes was lost'))
    try {
      await line.connect()
      await line.query(`listen ${CHANNEL}`)
    } catch (error) {
      void line.end().catch(() => undefined)
      throw error
    }
    // Only a line that stood can be lost: one that never came up ends as well, and is told of by the refusal above.
    line.once('end', again)
  }
  const again = () => {
    if (closed) return
    retry = setTimeout(() => void open().then(onBack, again), RECONNECT_MS)
    retry.unref()
  }
  await open()
  return {
    async close() {
      closed = true
      clearTimeout(retry)
      await client.end()
    },
  }
}
