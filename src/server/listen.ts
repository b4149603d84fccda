import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import type { Config } from './config.ts'
import { codeOf, StartFailure } from './start-failure.ts'

type Listening = {
  server: Server
  listen(options: { host: string; port: number; handle?: object }): Promise<unknown>
}

/** What is needed of a door that is taken over: the address that it has open, and its socket. */
type OpenDoor = { address: string; handOver(next: Server): object }

/**
 * Opens a port, or takes over the one of a door. `localhost` may be two addresses, of which a door has one open.
 * @throws StartFailure `portTaken`, `portDenied`, `hostUnknown`
 */
export async function listen(
  app: Listening,
  { host, port }: Pick<Config, 'host' | 'port'>,
  door?: OpenDoor,
  addressesOf = allAddresses,
): Promise<void> {
  try {
    if (!door) return void (await app.listen({ host, port }))
    // By its address: for `localhost` Fastify opens a second server, which would take the socket as well.
    await app.listen({ host: door.address, port, handle: door.handOver(app.server) })
    if (host !== 'localhost') return
    for (const address of await addressesOf(host)) {
      if (address !== door.address) await alsoListen(app.server, { host: address, port })
    }
  } catch (error) {
    throw asFailure(error, { host, port })
  }
}

const allAddresses = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Has a server serve another address, if that can be opened, for as long as it serves its own. */
async function alsoListen(server: Server, where: { host: string; port: number }): Promise<void> {
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  server.once('close', () => other.close())
  const opened = once(other, 'listening')
  other.listen(where)
  await opened.catch(() => undefined)
}

/**
 * Makes sure the port is available, and resolves PORT=0 to a free port with its PUBLIC_URL, because links in mails need
 * it before anything listens.
 * @throws StartFailure as `listen` does
 */
export function withPort<C extends Pick<Config, 'host' | 'port' | 'publicUrl' | 'publicUrlGiven'>>(
  config: C,
): Promise<C> {
  const { host } = config
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error) => fail(asFailure(error, { host, port: config.port })))
    probe.listen({ host, port: config.port }, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(portOf(config, port)))
    })
  })
}

/** The settings with the port that PORT=0 became, also in a PUBLIC_URL that follows from it. */
export function portOf<C extends Pick<Config, 'port' | 'publicUrl' | 'publicUrlGiven'>>(
  config: C,
  port: number,
): C {
  const publicUrl = config.publicUrlGiven ? config.publicUrl : config.publicUrl.replace(/:0$/, `:${port}`)
  return { ...config, port, publicUrl }
}

/** The sentence for a port that cannot be opened; other errors stay what they are. */
export function asFailure(
  error: unknown,
  { host, port, setting = 'PORT' }: { host: string; port: number; setting?: string },
): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return new StartFailure('portTaken', { host, port, setting }, error)
  if (code === 'EACCES') return new StartFailure('portDenied', { host, port }, error)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartFailure('hostUnknown', { host }, error)
  return error
}
