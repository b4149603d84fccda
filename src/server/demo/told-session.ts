import type { SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { CastClient } from './clients.ts'
import type { DemoPerson } from './people.ts'
import type { DemoSession } from './world.ts'

/** Who plays in the sessions of the demo world. */
export type Cast = { coach: DemoPerson; clients: ReadonlyMap<string, CastClient> }

/** A session of world.json as it is told; it has an id once it is booked. */
export type Told = {
  session: DemoSession
  startsAt: EpochMs
  endsAt: EpochMs
  client: CastClient
  id?: SessionId
}

/** The id of a session that is booked by now. */
export function sessionId({ id, session }: Told): SessionId {
  if (!id) throw new Error(`The session with ${session.client} at ${session.at} is not booked yet`)
  return id
}
