import { type AddressInfo, createServer } from 'node:net'
import type { Config } from './config.ts'
import { codeOf, StartFailure } from './start-failure.ts'

type Listening = { listen(options: { host: string; port: number }): Promise<unknown> }

/** Opens the port. @throws StartFailure `portTaken`, `portDenied`, `hostUnknown` */
export async function listen(app: Listening, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw asFailure(error, host, port)
  }
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
    probe.once('error', (error) => fail(asFailure(error, host, config.port)))
    probe.listen({ host, port: config.port }, () => {
      const { port } = probe.address() as AddressInfo
      const publicUrl = config.publicUrlGiven ? config.publicUrl : config.publicUrl.replace(/:0$/, `:${port}`)
      probe.close(() => done({ ...config, port, publicUrl }))
    })
  })
}

function asFailure(error: unknown, host: string, port: number): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return new StartFailure('portTaken', { host, port }, error)
  if (code === 'EACCES') return new StartFailure('portDenied', { host, port }, error)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartFailure('hostUnknown', { host }, error)
  return error
}
