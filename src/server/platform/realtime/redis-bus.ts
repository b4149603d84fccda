import { randomUUID } from 'node:crypto'
import type { Bus } from './bus.ts'
import type { Logger } from '../logger.ts'
import { createListeners } from './listeners.ts'
import { type Entry, openReader, openWriter } from './redis-stream.ts'

/** How often a process says that it is there. */
const ALIVE_MS = 2_000

type Patience = {
  /** A process that is silent for this long counts as dead. */
  silentMs?: number
  /** A Redis that does not answer for this long counts as away. */
  answerMs?: number
}

// Topics of the bus itself: a process is there; it ends and has sent everything; it has dropped what it could not send.
const ALIVE = 'alive'
const FAREWELL = 'farewell'
const DROPPED = 'dropped'

type Message = { topic: string; data: object }
/** What is known of another process: its last message, and when it was last heard. */
type Other = { serial: number; heardAt: number }

/**
 * A bus over a stream of Redis. Unlike NOTIFY it is not part of the database's transactions: what is published with one
 * is sent after the commit, by this process. If a process dies in between, nobody hears of that; so the others take a
 * process that falls silent without a farewell for a gap, as they do missing numbers.
 */
export async function createRedisBus(url: string, log: Logger, patience: Patience = {}): Promise<Bus> {
  const { silentMs = 10_000, answerMs = 5_000 } = patience
  const at = { url, answerMs }
  const origin = randomUUID()
  const { subscribe, onGap, deliver, tellGap } = createListeners()
  const others = new Map<string, Other>()
  let serial = 0
  let readAt = performance.now()

  const receive = ({ origin: from, serial: number, text }: Entry) => {
    if (from === origin) return
    const known = others.get(from)
    // Sent again, because its sender did not learn that it had arrived.
    if (known && number <= known.serial) return
    const { topic, data } = JSON.parse(text) as Message
    if (topic === FAREWELL) others.delete(from)
    else others.set(from, { serial: number, heardAt: performance.now() })
    if (topic === DROPPED || (known && number > known.serial + 1)) tellGap()
    deliver(topic, data)
  }
  const back = (hasGap: boolean) => {
    log.info({ missed: hasGap }, 'line to Redis is back')
    readAt = performance.now()
    // While Redis was away nobody could be heard.
    if (hasGap) others.clear()
    else for (const other of others.values()) other.heardAt = readAt
    if (hasGap) tellGap()
  }
  const lost = (error: unknown) => log.warn({ err: error }, 'line to Redis lost')
  const reader = await openReader({
    at,
    onEntry: receive,
    onAnswer: () => (readAt = performance.now()),
    onBack: back,
    onLost: lost,
  })
  const writer = openWriter({
    at,
    onDropped: () => publish(DROPPED, {}),
    onLost: (error) => log.warn({ err: error }, 'other processes are told later'),
    onBack: () => log.info('other processes are told again'),
  })
  const publish = (topic: string, data: object) =>
    writer.add({ origin, serial: (serial += 1), text: JSON.stringify({ topic, data } satisfies Message) })
  const live = setInterval(
    () => {
      if (!writer.isLost()) publish(ALIVE, {})
      for (const [from, { heardAt }] of others) {
        if (readAt - heardAt < silentMs) continue
        others.delete(from)
        log.warn({ process: from }, 'a process fell silent')
        tellGap()
      }
    },
    Math.min(ALIVE_MS, silentMs / 4),
  )
  live.unref()
  publish(ALIVE, {})
  return {
    shared: true,
    publish,
    publishWith: async (_tx, topic, data) => {
      return () => data.forEach((each) => publish(topic, each))
    },
    origin: undefined,
    subscribe,
    onGap,
    async close() {
      clearInterval(live)
      publish(FAREWELL, {})
      await Promise.all([writer.close(), reader.close()])
    },
  }
}
