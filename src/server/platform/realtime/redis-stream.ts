import { Redis } from 'ioredis'
import { pause } from '../pause.ts'

/** The stream of all servers. It is bounded: a server that was away for longer than it holds has a gap. */
const KEY = 'norte:bus'
const MOST_ENTRIES = 20_000
const PER_ROUND = 500

const RETRY_MS = 500

/** The place of an entry in the stream, `milliseconds-number`. */
type Place = string
/** Before every entry. */
const NOWHERE: Place = '0-0'

/** Where Redis is. A connection without an answer for `answerMs` is closed: its server may have died silently. */
export type RedisAddress = { url: string; answerMs: number }

export type Entry = { origin: string; serial: number; text: string }

/**
 * A connection that neither reconnects nor keeps commands: its owner decides what is lost and what is sent again.
 * @throws if Redis is away or refuses
 */
async function connect({ url, answerMs }: RedisAddress, name: string): Promise<Redis> {
  const client = new Redis(url, {
    connectionName: name,
    lazyConnect: true,
    retryStrategy: null,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: answerMs,
    socketTimeout: answerMs,
    keepAlive: 10_000,
    protocol: 2,
  })
  // Why it failed: the promises only say that the connection is closed.
  let reason: unknown
  client.on('error', (error: unknown) => (reason = error))
  try {
    await client.connect()
    return client
  } catch (error) {
    client.disconnect()
    throw reason ?? error
  }
}

type ReaderOptions = {
  at: RedisAddress
  onEntry: (entry: Entry) => void
  /** Called after each answer, with an entry or without. */
  onAnswer: () => void
  /** The connection was lost and is back. `hasGap`: entries in between can no longer be read. */
  onBack: (hasGap: boolean) => void
  onLost: (error: unknown) => void
}

/** Reads what is added from now on, in order; after a lost connection it goes on where it was. */
export async function openReader({ at, onEntry, onAnswer, onBack, onLost }: ReaderOptions) {
  const blockMs = Math.round(at.answerMs * 0.4)
  let client: Redis | undefined
  let last: Place | undefined
  let runId: string | undefined
  let closed = false
  let isLost = false

  const join = async () => {
    client = await connect(at, 'norte-bus-reader')
    if (closed) return client.disconnect()
    const now = await stateOf(client)
    // A server that was started again may have lost its last entries, even if it keeps the stream on disk.
    const hasGap = last === undefined || now.runId !== runId || isAfter(now.first, last)
    if (hasGap) last = now.last
    runId = now.runId
    if (isLost) onBack(hasGap)
    isLost = false
  }
  const read = async () => {
    const answer = await client!.xread('COUNT', PER_ROUND, 'BLOCK', blockMs, 'STREAMS', KEY, last!)
    onAnswer()
    for (const [place, fields] of answer?.[0]?.[1] ?? []) {
      last = place
      const [origin = '', serial = '', text = ''] = [fields[1], fields[3], fields[5]]
      onEntry({ origin, serial: Number(serial), text })
    }
  }
  const lose = (error: unknown) => {
    client?.disconnect()
    client = undefined
    if (!isLost && !closed) onLost(error)
    isLost = true
  }
  const keepReading = async () => {
    while (!closed) {
      try {
        if (!client) await join()
        await read()
      } catch (error) {
        lose(error)
        if (!closed) await pause(RETRY_MS)
      }
    }
  }
  await join().catch(lose)
  const reading = keepReading()
  return {
    async close() {
      closed = true
      client?.disconnect()
      await reading
    },
  }
}

type WriterOptions = {
  at: RedisAddress
  /** Called when entries that could not be sent were dropped. */
  onDropped: () => void
  onLost: (error: unknown) => void
  onBack: () => void
}

/** Adds entries in order. What could not be confirmed is sent again; its serial number tells readers what they have. */
export function openWriter({ at, onDropped, onLost, onBack }: WriterOptions) {
  let client: Redis | undefined
  let waiting: Entry[] = []
  let writing: Promise<void> | undefined
  let closed = false
  let isLost = false

  const write = async () => {
    while (waiting.length > 0) {
      const entries = waiting.splice(0, PER_ROUND)
      try {
        client ??= await connect(at, 'norte-bus-writer')
        await addAll(client, entries)
        if (isLost) onBack()
        isLost = false
      } catch (error) {
        waiting.unshift(...entries)
        client?.disconnect()
        client = undefined
        if (!isLost) onLost(error)
        isLost = true
        if (closed) break
        await pause(RETRY_MS)
      }
    }
    writing = undefined
  }
  return {
    isLost: () => isLost,
    add(entry: Entry) {
      if (closed) return
      const isFull = waiting.length >= MOST_ENTRIES
      // More than the stream holds would be a gap for its readers in any case.
      if (isFull) waiting = []
      waiting.push(entry)
      if (isFull) onDropped()
      writing ??= write()
    },
    async close() {
      closed = true
      await writing
      client?.disconnect()
    },
  }
}

async function addAll(client: Redis, entries: readonly Entry[]): Promise<void> {
  const pipeline = client.pipeline()
  for (const { origin, serial, text } of entries) {
    pipeline.xadd(KEY, 'MAXLEN', '~', MOST_ENTRIES, '*', 'origin', origin, 'serial', serial, 'text', text)
  }
  for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
}

/** Entries that the stream no longer has because of its length are not in its `max-deleted-entry-id`. */
async function stateOf(client: Redis): Promise<{ runId: string; first: Place; last: Place }> {
  const info = await client.info('server')
  const stream = await client.xinfo('STREAM', KEY).catch((error: unknown) => {
    if (error instanceof Error && /no such key/i.test(error.message)) return []
    throw error
  })
  const fields = stream as unknown[]
  const field = <Value>(name: string) =>
    fields.includes(name) ? (fields[fields.indexOf(name) + 1] as Value | null) : null
  const [first = NOWHERE] = field<[Place, string[]]>('first-entry') ?? []
  return {
    runId: /^run_id:(\w+)/m.exec(info)?.[1] ?? '',
    first,
    last: field<Place>('last-generated-id') ?? NOWHERE,
  }
}

function isAfter(one: Place, other: Place): boolean {
  const [ms = 0, n = 0] = one.split('-').map(Number)
  const [otherMs = 0, otherN = 0] = other.split('-').map(Number)
  return ms > otherMs || (ms === otherMs && n > otherN)
}
