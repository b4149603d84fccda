import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/** Most questions that wait for an answer at a time. More are refused at once. */
const MOST_WAITING = 2_000
/** Most bytes that wait to be sent. */
const MOST_BUFFERED = 4_194_304
/** How long an answer is waited for, unless a question takes longer. */
const ANSWER_MS = 5_000
/** How often a connection is tried out that may have died without a word. */
const PING_EVERY_MS = 3_000
const AGAIN_MS = { first: 200, most: 3_000 }

/** Janus refused something. */
export class JanusRefusal extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(`${code} ${reason}`)
    this.code = code
  }
}

/** Janus is not there, or did not answer in time. */
export class JanusAway extends Error {}

// What the core and the plugin say; of each only what is used.
const Jsep = z.object({ type: z.string(), sdp: z.string() })
const Said = z.object({
  'janus': z.string(),
  'transaction': z.string().optional(),
  'session_id': z.number().optional(),
  'sender': z.number().optional(),
  'error': z.object({ code: z.number(), reason: z.string() }).optional(),
  'data': z.object({ id: z.number() }).optional(),
  'plugindata': z.object({ data: z.record(z.string(), z.unknown()) }).optional(),
  'jsep': Jsep.optional(),
  'version_string': z.string().optional(),
  'reclaim-session-timeout': z.number().optional(),
})
/** What Janus says, answering or by itself. */
export type JanusSaid = z.infer<typeof Said>

type Question = {
  janus: string
  session_id?: number
  handle_id?: number
  [key: string]: unknown
}

export type JanusConnection = {
  isUp(): boolean
  /**
   * Asks for something. Answers what it leads to, or, with `receipt`, that it was received.
   * @throws JanusRefusal, JanusAway
   */
  ask(question: Question, options?: { receipt?: boolean; withinMs?: number }): Promise<JanusSaid>
  /** Ends the connection and opens another one: what it was used for is gone. */
  reset(reason: string): void
  close(): void
}

type Options = {
  url: string
  secret: string
  /** Called with what Janus says by itself. */
  onSaid: (said: JanusSaid) => void
  /** Prepares a new connection; it counts as up after that. What this throws ends the connection. */
  onOpen: (ask: JanusConnection['ask']) => Promise<void>
  onUp: () => void
  /** Called when a connection was lost, or could not be opened. */
  onLost: (reason: Error, wasUp: boolean) => void
}

/**
 * A connection to the interface of Janus (its WebSocket transport), which is opened again whenever it is lost. Questions do
 * not wait for that: without a connection they fail at once.
 */
export function connectJanus({ url, secret, onSaid, onOpen, onUp, onLost }: Options): JanusConnection {
  type Waiting = { receipt: boolean; done: (said: JanusSaid) => void; failed: (error: Error) => void }
  const waiting = new Map<string, Waiting>()
  let socket: WebSocket | undefined
  let isUp = false
  let isClosed = false
  let againMs = AGAIN_MS.first
  let timer: NodeJS.Timeout | undefined

  const ask: JanusConnection['ask'] = (question, { receipt = false, withinMs = ANSWER_MS } = {}) => {
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new JanusAway('not connected'))
    if (waiting.size >= MOST_WAITING || socket.bufferedAmount > MOST_BUFFERED)
      return Promise.reject(new JanusAway('too much waits'))
    const transaction = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<JanusSaid>()
    const give = () => settle(transaction, (each) => each.failed(new JanusAway('no answer')))
    // In a process that did not run for a while timers come before what has arrived meanwhile, which may be the answer.
    const limit = setTimeout(() => setImmediate(give), withinMs)
    const end = <Value>(finish: (value: Value) => void) => {
      return (value: Value) => {
        clearTimeout(limit)
        finish(value)
      }
    }
    waiting.set(transaction, { receipt, done: end(resolve), failed: end(reject) })
    socket.send(JSON.stringify({ ...question, transaction, apisecret: secret }))
    return promise
  }
  const settle = (transaction: string, finish: (each: Waiting) => void) => {
    const each = waiting.get(transaction)
    waiting.delete(transaction)
    if (each) finish(each)
  }
  const hear = (text: string) => {
    const said = readSaid(text)
    if (!said) return
    const { transaction, janus, error } = said
    const asked = transaction === undefined ? undefined : waiting.get(transaction)
    if (transaction === undefined || !asked) {
      // The answer to a question whose time was over is no news.
      if (transaction === undefined) onSaid(said)
      return
    }
    if (error) return settle(transaction, (each) => each.failed(new JanusRefusal(error.code, error.reason)))
    // Of what takes longer the receipt comes first.
    if (janus === 'ack' && !asked.receipt) return
    settle(transaction, (each) => each.done(said))
  }
  const lose = (of: WebSocket, reason: Error) => {
    if (of !== socket) return
    socket = undefined
    of.close()
    for (const transaction of waiting.keys())
      settle(transaction, (each) => each.failed(new JanusAway('the connection was lost')))
    const wasUp = isUp
    isUp = false
    if (isClosed) return
    timer = setTimeout(open, againMs).unref()
    againMs = Math.min(againMs * 2, AGAIN_MS.most)
    onLost(reason, wasUp)
  }
  const open = () => {
    const opened = new WebSocket(url, 'janus-protocol')
    socket = opened
    const limit = setTimeout(() => lose(opened, new JanusAway('not reached')), ANSWER_MS).unref()
    opened.addEventListener('open', () => {
      void onOpen(ask).then(
        () => {
          clearTimeout(limit)
          if (socket !== opened) return
          againMs = AGAIN_MS.first
          isUp = true
          onUp()
        },
        (error: Error) => lose(opened, error),
      )
    })
    opened.addEventListener('message', ({ data }) => hear(String(data)))
    opened.addEventListener('error', () => lose(opened, new JanusAway('not reached')))
    opened.addEventListener('close', () => {
      clearTimeout(limit)
      lose(opened, new JanusAway('closed'))
    })
  }
  const pinger = setInterval(() => {
    const pinged = socket
    if (!isUp || !pinged) return
    ask({ janus: 'ping' }).catch((error: Error) => {
      if (error instanceof JanusAway) lose(pinged, error)
    })
  }, PING_EVERY_MS).unref()
  open()
  return {
    isUp: () => isUp,
    ask,
    reset: (reason) => socket && lose(socket, new JanusAway(reason)),
    close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(pinger)
      if (socket) lose(socket, new JanusAway('closing'))
    },
  }
}

function readSaid(text: string): JanusSaid | undefined {
  try {
    return Said.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
