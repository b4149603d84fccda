import type { ParsedConfig } from './config.ts'
import { type Door, openDoor } from './http/door.ts'
import type { Departure } from './http/departure.ts'
import { startAnswer } from './http/pages/start-answer.ts'
import { portOf, withPort } from './listen.ts'
import type { Texts } from './platform/texts.ts'
import type { Shutdown } from './shutdown.ts'
import type { StartProgress } from './start-progress.ts'

export type Doors = {
  /** The settings with the port that is open. */
  settled: ParsedConfig
  /** The port of PORT, if it answers already. */
  main: Door | undefined
  /** The port of OPERATIONS_PORT. */
  operations: Door | undefined
}

type Parts = {
  parsed: ParsedConfig
  progress: StartProgress
  departure: Departure
  shutdown: Shutdown
}

/**
 * Opens the ports before anything slow begins, so that one in use is reported at once and health checks are answered. A
 * server that is one of several is sent requests as soon as its port is open, by proxies that look at no health check: its
 * PORT stays closed until it is ready (ADR 77).
 * @throws StartFailure `portTaken`, `portDenied`, `hostUnknown`
 */
export async function openDoors(
  { parsed, progress, departure, shutdown }: Parts,
  loadTexts: () => Texts,
): Promise<Doors> {
  const { host, publicUrl, roles, drainMs } = parsed
  const answer = startAnswer({ publicUrl, progress, departure, loadTexts })
  const open = async (port: number, setting: 'PORT' | 'OPERATIONS_PORT') => {
    const door = await openDoor({ host, port, setting }, answer)
    shutdown.onClose(() => door.close())
    return door
  }
  const isOneOfSeveral = drainMs > 0
  const operations =
    parsed.operationsPort === undefined ? undefined : await open(parsed.operationsPort, 'OPERATIONS_PORT')
  const known = { ...parsed, operationsPort: operations?.port }
  if (!roles.web) return { settled: known, main: undefined, operations }
  if (isOneOfSeveral) return { settled: await withPort(known), main: undefined, operations }
  const main = await open(parsed.port, 'PORT')
  return { settled: portOf(known, main.port), main, operations }
}
