// Opens sockets of signed-in people in a separate process, so that the server's memory is the server's. Started with
// an IPC channel; the first message says how many and as whom; tells when all are connected, when each event arrived
// at the last of them, and, asked by any later message, how many are still connected.
import { type Socket, io } from 'socket.io-client'

export type SocketsOrder = { url: string; auths: object[]; event: string }

process.once('message', (order: SocketsOrder) => void open(order))
process.once('disconnect', () => process.exit())

/** Handshakes at the same time. */
const AT_ONCE = 50

async function open({ url, auths, event }: SocketsOrder): Promise<void> {
  let arrived = 0
  const sockets: Socket[] = []
  const waiting = auths.values()
  const next = async () => {
    for (const auth of waiting) {
      const socket = await connected(url, auth)
      sockets.push(socket)
      socket.on(event, () => {
        arrived += 1
        if (arrived % auths.length === 0) process.send?.({ allArrived: true })
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  process.on('message', () => process.send?.({ held: sockets.filter((each) => each.connected).length }))
  process.send?.({ ready: url })
}

function connected(url: string, auth: object): Promise<Socket> {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  return new Promise((done, failed) => {
    socket.once('connect', () => done(socket))
    socket.once('connect_error', failed)
  })
}
