import net from 'node:net'
import { join } from 'node:path'
import type { DatabaseConnection } from '#server/platform/postgres/postgres.ts'

/**
 * A door before the database that can be shut: who comes then is turned away, and so is everybody inside. Stalled, it
 * keeps everybody and lets nothing through.
 */
export async function openGate(connection: DatabaseConnection) {
  const inside = new Set<net.Socket>()
  const turnedAway: number[] = []
  let isShut = false
  let isStalled = false
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    if (isShut) {
      turnedAway.push(performance.now())
      return void socket.destroy()
    }
    inside.add(socket)
    const beyond = connectTo(connection)
    beyond.on('error', () => undefined)
    socket.on('close', () => beyond.destroy())
    beyond.on('close', () => socket.destroy())
    const pass = (from: net.Socket, to: net.Socket) =>
      from.on('data', (bytes) => {
        if (!isStalled) to.write(bytes)
      })
    pass(socket, beyond)
    pass(beyond, socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = { host: '127.0.0.1', port: (server.address() as net.AddressInfo).port }
  return {
    connection: 'url' in connection ? { url: addressAt(connection.url, at) } : { ...connection, ...at },
    turnedAway,
    shut() {
      isShut = true
      for (const socket of inside) socket.destroy()
    },
    open() {
      isShut = false
      isStalled = false
    },
    stall: () => void (isStalled = true),
    close: () => void server.close(),
  }
}

function connectTo(connection: DatabaseConnection): net.Socket {
  if (!('url' in connection)) return net.connect(join(connection.host, `.s.PGSQL.${connection.port}`))
  const { hostname, port } = new URL(connection.url)
  return net.connect(Number(port || 5432), hostname)
}

function addressAt(address: string, { host, port }: { host: string; port: number }): string {
  const url = new URL(address)
  url.host = `${host}:${port}`
  return url.href
}
