import pg from 'pg'
import type { Logger } from '../logger.ts'
import { type DatabaseConnection, targetOf } from '#server/platform/postgres/postgres.ts'

/** A connection that listens to one channel of PostgreSQL, and is reopened until it succeeds. */
export type Line = { close(): Promise<void> }

type LineOptions = {
  /** The listener's name in PostgreSQL's list of connections. */
  name: string
  channel: string
  onMessage: (payload: string) => void
  /** Called when the connection is back: notifications in between have been missed. */
  onBack: () => void
  log: Logger
}

/** The pause before reconnecting: it listens within a second of the database's return. */
const RETRY_MS = 500
const HEARTBEAT_MS = 10_000
/** A connection without an answer for this long is closed; this detects a server that died silently. */
const ANSWER_MS = 5_000

/** Opens a connection. If the database is away, it resolves anyway and connects once the database is back. */
export async function openLine(connection: DatabaseConnection, options: LineOptions): Promise<Line> {
  const { name, channel, onMessage, onBack, log } = options
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const wait = (ms: number, then: () => void) => {
    timer = setTimeout(then, ms)
    timer.unref()
  }
  const open = async () => {
    const line = new pg.Client({
      ...targetOf(connection),
      application_name: name,
      keepAlive: true,
      keepAliveInitialDelayMillis: HEARTBEAT_MS,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    let state: 'opening' | 'open' | 'ended' = 'opening'
    line.on('notification', ({ payload = '' }) => onMessage(payload))
    // An `end` event follows and is handled; without a listener for errors, Node would end the process.
    line.on('error', () => undefined)
    line.once('end', () => {
      if (state === 'open') lost()
      state = 'ended'
    })
    const beat = () => {
      line.query('select 1').then(
        () => state === 'open' && wait(HEARTBEAT_MS, beat),
        () => void line.end(),
      )
    }
    client = line
    try {
      await line.connect()
      await line.query(`listen "${channel}"`)
      if ((state as string) === 'ended') throw new Error('Connection terminated unexpectedly')
    } catch (error) {
      void line.end()
      throw error
    }
    state = 'open'
    wait(HEARTBEAT_MS, beat)
  }
  const lost = () => {
    if (closed) return
    clearTimeout(timer)
    log.warn({ line: name }, 'line to the database lost')
    lookLater()
  }
  const lookLater = () => {
    if (!closed) wait(RETRY_MS, () => void open().then(back, lookLater))
  }
  const back = () => {
    if (closed) return void client?.end()
    log.info({ line: name }, 'line to the database is back')
    onBack()
  }

  await open().catch((error: unknown) => {
    log.warn({ err: error, line: name }, 'line to the database not open yet')
    lookLater()
  })
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
