import type { SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { CastClient } from './clients.ts'
import type { DemoPerson } from './people.ts'
import type { DemoSession } from './world.ts'

/** The participants of the demo's sessions. */
export type Cast = { coach: DemoPerson; clients: ReadonlyMap<string, CastClient> }

/** A session of world.json with its times; it has an id once it is booked. */
export type Told = {
  session: DemoSession
  startsAt: EpochMs
  endsAt: EpochMs
  client: CastClient
  id?: SessionId
}

/** The id of a session that is booked already. */
export function sessionId({ id, session }: Told): SessionId {
  if (!id) throw new Error(`The session with ${session.client} at ${session.at} is not booked yet`)
  return id
}
