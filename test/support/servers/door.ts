import net from 'node:net'

/** What lies behind a door, as a new connection to it. */
type Behind = () => net.Socket

/**
 * A door before a server, on a separate port, that can be shut: who comes then is turned away, and so is everybody
 * inside. Stalled, it keeps everybody and lets nothing through.
 */
export async function openDoor(behind: Behind) {
  const inside = new Set<net.Socket>()
  const turnedAway: number[] = []
  let isShut = false
  let isStalled = false
  let opened = 0
  /** How many bytes may still pass before everybody is cut off. */
  let bytesLeft = Infinity
  let isCutting = false
  const cut = () => {
    isCutting = false
    for (const socket of inside) socket.destroy()
  }
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    if (isShut) {
      turnedAway.push(performance.now())
      return void socket.destroy()
    }
    opened += 1
    inside.add(socket)
    const beyond = behind()
    beyond.on('error', () => undefined)
    socket.on('close', () => {
      inside.delete(socket)
      beyond.destroy()
    })
    beyond.on('close', () => socket.destroy())
    const pass = (from: net.Socket, to: net.Socket) =>
      from.on('data', (bytes) => {
        if (isStalled || isCutting) return
        if (bytes.length < bytesLeft) {
          bytesLeft -= bytes.length
          return void to.write(bytes)
        }
        // In the middle of whatever is sent: nothing arrives after that.
        isCutting = true
        to.write(bytes.subarray(0, bytesLeft), cut)
        bytesLeft = Infinity
      })
    pass(socket, beyond)
    pass(beyond, socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    turnedAway,
    /** How many connections were let in so far. */
    opened: () => opened,
    shut() {
      isShut = true
      cut()
    },
    open() {
      isShut = false
      isStalled = false
    },
    stall: () => void (isStalled = true),
    /** Cuts every connection after so many more bytes. */
    cutAfter: (bytes: number) => void (bytesLeft = bytes),
    close: () => {
      cut()
      server.close()
    },
  }
}
