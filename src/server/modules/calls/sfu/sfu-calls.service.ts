import type { SessionId } from '#contract/values.ts'
import type { Deps } from '../../../deps.ts'
import { wayWithoutSfu } from '../calls.domain.ts'
import { type CallState, listCalls } from '../calls.repository.ts'
import { tellAgain } from '../calls.service.ts'
import type { Seats } from '../seats.service.ts'
import { reap } from './reaping.service.ts'

/** How often this server looks after calls of its sockets: how long a line may outlive the stay it was for. */
const LOOK_EVERY_MS = 1_000
/** After how many looks calls that wait for the SFU are told that it is there, also if another server has missed it. */
const BACK_EVERY = 10
/** After how many looks a server without calls looks for what another one has left behind. */
const SWEEP_EVERY = 30

/**
 * Looks after calls through the SFU: ends what is left of people and calls that are gone, lets calls go on without it when it
 * is away, and tells when it is back.
 */
export function keepSfuCalls(deps: Deps, seats: Seats): void {
  const { sfu, db, log } = deps
  if (!sfu) return
  let looks = 0
  let isLooking = false
  /** Calls that were told that it is away. One of them that goes through it again does so by a server that reaches it. */
  const told = new Set<SessionId>()
  const tellThose = async (
    isMeant: (call: CallState) => boolean,
    wayOf: (people: number) => Partial<CallState>,
  ) => {
    const sessionIds = seats.sessions()
    if (sessionIds.length === 0) return
    for (const call of (await listCalls(db, sessionIds)).filter(isMeant))
      // Another server may have been first.
      await tellAgain(deps, call, (way, people) => (isMeant({ ...call, ...way }) ? wayOf(people) : {}))
  }
  const look = async () => {
    looks += 1
    if (sfu.isAway()) return tellAway()
    if (!sfu.isReady()) return
    told.clear()
    if (looks % BACK_EVERY === 0) await tellBack()
    if (looks % SWEEP_EVERY === 0 || seats.sessions().length > 0) await reap(deps)
  }
  const tellAway = async () => {
    const isMeant = ({ sessionId, route, isSfuAway }: CallState) =>
      route === 'sfu' && !isSfuAway && !told.has(sessionId)
    await tellThose(isMeant, wayWithoutSfu)
    for (const sessionId of seats.sessions()) told.add(sessionId)
  }
  const tellBack = () =>
    tellThose(
      ({ isSfuAway }) => isSfuAway,
      () => ({ isSfuAway: false }),
    )
  const failed = (error: unknown) => log.debug({ err: error }, 'calls through the SFU were not looked after')
  sfu.onBack(() => void tellBack().catch(failed))
  setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look()
      .catch(failed)
      .finally(() => (isLooking = false))
  }, LOOK_EVERY_MS).unref()
}
