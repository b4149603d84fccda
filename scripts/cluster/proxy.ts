import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer, request as requestOf } from 'node:http'
import net from 'node:net'

/** A server behind the proxy: its port on this machine. */
type Port = number

export type Proxy = {
  url: string
  port: number
  /** The servers that may get requests from now on, as soon as they are ready. */
  use: (ports: readonly Port[]) => void
  /** The servers that get requests now. */
  ready: () => readonly Port[]
  close: () => Promise<void>
}

/** How often each server is asked whether it is ready. */
const LOOK_MS = 100
/** A server that does not answer for this long is slow, and stays what it was; one that is gone refuses at once. */
const ANSWER_MS = 2_000
/** How long a request waits for a server that is ready. */
const PATIENCE_MS = 20_000

/**
 * A small proxy before servers of this machine: requests go round those that are ready, live connections too. A server
 * that does not take the connection is passed over; a request that was sent is never sent again.
 */
export async function startProxy({ port = 0 }: { port?: number } = {}): Promise<Proxy> {
  let servers: readonly Port[] = []
  let ready: readonly Port[] = []
  let turn = 0

  const asked = new Set<Port>()
  const look = async (each: Port) => {
    // A slow answer must not overtake the next.
    if (asked.has(each)) return
    asked.add(each)
    const found = await isReady(each)
    asked.delete(each)
    if (found === undefined) return
    ready = servers.filter((port) => (port === each ? found : ready.includes(port)))
  }
  const lookAtAll = () => servers.forEach((each) => void look(each))
  const looking = setInterval(lookAtAll, LOOK_MS)

  const reach = async (from: IncomingMessage): Promise<net.Socket | undefined> => {
    const until = performance.now() + PATIENCE_MS
    while (performance.now() < until) {
      const [first = 0, ...others] = isPolling(from) ? ready : turned(ready, (turn += 1))
      for (const each of [first, ...others].filter(Boolean)) {
        const connection = await connect(each)
        if (connection) return connection
      }
      await new Promise((looked) => setTimeout(looked, LOOK_MS / 4))
    }
    return undefined
  }

  const server = createServer((from, to) => {
    void reach(from).then((connection) => {
      if (!connection) refuse(to)
      else if (to.destroyed) connection.destroy()
      else pass(from, to, connection)
    })
  })
  server.on('upgrade', (from: IncomingMessage, caller: net.Socket, head: Buffer) => {
    caller.on('error', () => undefined)
    void reach(from).then((beyond) => {
      if (!beyond) return void caller.destroy()
      // It may have left meanwhile.
      if (caller.destroyed) return void beyond.destroy()
      caller.on('close', () => beyond.destroy())
      beyond.on('close', () => caller.destroy())
      const lines = Object.entries(headersOf(from)).flatMap(([name, value]) =>
        [value ?? ''].flat().map((each) => `${name}: ${each}\r\n`),
      )
      beyond.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
      beyond.write(head)
      caller.pipe(beyond).pipe(caller)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as net.AddressInfo).port
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    use: (ports) => {
      servers = ports
      ready = ready.filter((each) => ports.includes(each))
      lookAtAll()
    },
    ready: () => ready,
    close: async () => {
      clearInterval(looking)
      server.closeAllConnections()
      server.close()
    },
  }
}

function pass(from: IncomingMessage, to: ServerResponse, connection: net.Socket): void {
  const outgoing = requestOf({
    createConnection: () => connection,
    method: from.method,
    path: from.url,
    headers: { ...headersOf(from), connection: 'close' },
  })
  outgoing.on('response', (answer) => {
    const { 'connection': _, 'keep-alive': __, ...headers } = answer.headers
    to.writeHead(answer.statusCode ?? 502, headers)
    answer.pipe(to)
  })
  outgoing.on('error', () => (to.headersSent ? to.destroy() : refuse(to)))
  to.on('close', () => outgoing.destroy())
  from.pipe(outgoing)
}

function refuse(to: ServerResponse): void {
  to.writeHead(502, { 'content-length': '0' }).end()
}

/** What a proxy adds: the address of the caller, behind those that others named. */
function headersOf(from: IncomingMessage): IncomingMessage['headers'] {
  const named = from.headers['x-forwarded-for']
  const caller = from.socket.remoteAddress ?? ''
  return { ...from.headers, 'x-forwarded-for': named ? `${String(named)}, ${caller}` : caller }
}

/** The requests of a socket without WebSocket have to reach the server that began it. */
function isPolling({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith('/socket.io/') && (!headers.upgrade || url.includes('sid='))
}

function turned<T>(list: readonly T[], by: number): T[] {
  const at = list.length === 0 ? 0 : by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

async function connect(port: Port): Promise<net.Socket | undefined> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  return new Promise((done) => {
    socket.once('connect', () => done(socket))
    socket.once('close', () => done(undefined))
  })
}

/** Undefined if there is no answer yet. */
async function isReady(port: Port): Promise<boolean | undefined> {
  try {
    const address = `http://127.0.0.1:${port}/health/ready`
    const { ok, body } = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) })
    await body?.cancel()
    return ok
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? undefined : false
  }
}
