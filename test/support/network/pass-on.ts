import { once } from 'node:events'
import net from 'node:net'

/** Listens there and passes each connection on, until the answer is closed. */
export async function passOn(from: net.ListenOptions, to: net.NetConnectOpts): Promise<net.Server> {
  const server = net.createServer((one) => {
    const other = net.connect(to)
    one.pipe(other).pipe(one)
    // An end that is lost ends the other one.
    one.on('error', () => other.destroy()).on('close', () => other.destroy())
    other.on('error', () => one.destroy()).on('close', () => one.destroy())
  })
  server.listen(from)
  await once(server, 'listening')
  return server
}
