import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import type { Departure } from './http/departure.ts'

/** Requests in progress have this long before their connections are closed. */
const DRAIN_MS = 8_000
/** How often to look whether all connections have ended. */
const LOOK_MS = 50

/** The longest that `drain` takes. */
export function longestDrainMs({ drainMs }: { drainMs: number }): number {
  return 2 * drainMs + DRAIN_MS
}

/**
 * Ends a server without losing a request (ADR 67): it says that it is not ready and still answers, until proxies have
 * noticed; then it refuses new connections, sends its sockets to other servers and answers what comes on the connections
 * that are left, each of which ends with its answer; then it closes what is still open.
 */
export async function drain(app: FastifyInstance, deps: Deps, departure: Departure): Promise<void> {
  const { config, realtime, pause } = deps
  departure.begin()
  if (config.drainMs > 0) {
    await pause(config.drainMs)
    // Not the HTTP server's own `close`: it also closes idle connections, on which a request may be on its way.
    NetServer.prototype.close.call(app.server)
    const until = performance.now() + config.drainMs
    await realtime.moveSockets(config.drainMs / 2)
    while (performance.now() < until && (await countConnections(app)) > 0) await pause(LOOK_MS)
  }
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close().finally(() => clearTimeout(cut))
}

function countConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((counted) => server.getConnections((error, count) => counted(error ? 0 : count)))
}
