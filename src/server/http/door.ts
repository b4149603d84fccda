import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asFailure } from '#server/listen.ts'

/** A port that answers before there is a server behind it. */
export type Door = {
  host: string
  port: number
  /** The address of the host that is open. */
  address: string
  /**
   * What the server behind it listens on from now on, without a moment in which nobody listens. As soon as it does, it also
   * answers who came to the door before and asks only then.
   */
  handOver(next: Server): object
  /** Closes the port unless it was handed over, and the connections that came before. */
  close(): Promise<void>
}

type Where = { host: string; port: number; setting: 'PORT' | 'OPERATIONS_PORT' }

/**
 * Opens a port for the time of the start (ADR 77). Each answer has to end its connection: the next one may be the server's.
 * @throws StartFailure `portTaken`, `portDenied`, `hostUnknown`
 */
export function openDoor(
  { host, port, setting }: Where,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Door> {
  let behind: Server | undefined
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    if (!behind?.listening) return answer(request, response)
    // The server behind does not close this connection when it ends.
    response.shouldKeepAlive = false
    behind.emit('request', request, response)
  })
  return new Promise((opened, refused) => {
    const onError = (error: unknown) => refused(asFailure(error, { host, port, setting }))
    server.once('error', onError)
    server.listen({ host, port }, () => {
      server.off('error', onError)
      opened(doorOf(server, host, (next) => (behind = next)))
    })
  })
}

function doorOf(server: Server, host: string, leadTo: (next: Server) => void): Door {
  const { address, port } = server.address() as AddressInfo
  let handedOver = false
  return {
    host,
    port,
    address,
    handOver(next) {
      handedOver = true
      leadTo(next)
      // What it answers may take as long to arrive as anything else that it answers.
      server.requestTimeout = next.requestTimeout
      // The handle of the listening socket: the next server that listens on it takes its connections (`server.listen(handle)`).
      return Reflect.get(server, '_handle') as object
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        if (handedOver) return closed()
        server.close(() => closed())
      }),
  }
}
