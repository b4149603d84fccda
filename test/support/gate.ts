import net from 'node:net'
import { join } from 'node:path'
import type { DatabaseConnection } from '#server/platform/postgres/postgres.ts'
import { openDoor } from './servers/door.ts'

/** A door before the database. */
export async function openGate(connection: DatabaseConnection) {
  const door = await openDoor(() => connectTo(connection))
  const at = { host: '127.0.0.1', port: door.port }
  return {
    ...door,
    connection: 'url' in connection ? { url: addressAt(connection.url, at) } : { ...connection, ...at },
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
