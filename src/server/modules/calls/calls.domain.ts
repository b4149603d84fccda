import type { ClientStatus } from '#contract/clients.ts'
import type { CallRoute, RoomState } from '#contract/video/calls.ts'
import {
  CLOSES_AFTER_MINUTES,
  MOST_IN_MESH,
  MOST_THROUGH_SFU,
  OPENS_BEFORE_MINUTES,
  placesIn,
} from '#contract/video/calls.ts'
import { type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'
import { type SessionTimes, phaseOf } from '../sessions/sessions.domain.ts'

/** Somebody who has not been seen for this long, in ms, is not in the call any more. */
export const GONE_MS = 25_000

/** Whether the room of a session is open (product §10). */
export function roomStateOf(session: SessionTimes, now: EpochMs): RoomState {
  const phase = phaseOf(session, now)
  if (phase === null) return 'closed'
  if (phase === 'inProgress') return 'open'
  return phase === 'upcoming' ? 'early' : 'over'
}

/** When the room opens and closes by itself (product §10). */
export function hoursOf({ startsAt, endsAt }: Pick<SessionTimes, 'startsAt' | 'endsAt'>) {
  return {
    opensAt: epochMs(startsAt - OPENS_BEFORE_MINUTES * MINUTE_MS),
    closesAt: epochMs(endsAt + CLOSES_AFTER_MINUTES * MINUTE_MS),
  }
}

/** Why somebody cannot go into a room. */
export type JoinRefusal = 'call.early' | 'call.over' | 'call.closed' | 'call.paused' | 'call.full'

/** What decides whether somebody may go in. */
export type JoinFacts = {
  side: 'coach' | 'client'
  state: RoomState
  /** The state of the process of the client who asks; null for a coach. */
  process: ClientStatus | null
  /** Whether they are in it already: they come back. */
  isIn: boolean
  /** Whether the coach is in it: they may open it earlier, and a session may take longer. */
  coachIsIn: boolean
  /** How many others are in it. */
  others: number
  most: number
}

/** Why somebody cannot go in; undefined if they may. */
export function joinRefusal(facts: JoinFacts): JoinRefusal | undefined {
  const { side, state, process, isIn, coachIsIn, others, most } = facts
  if (state === 'closed') return 'call.closed'
  if (process === 'paused') return 'call.paused'
  if (process !== null && process !== 'active') return 'call.closed'
  if (isIn) return undefined
  if (state === 'early' && side === 'client' && !coachIsIn) return 'call.early'
  // A coach who was lost for long comes back to those who wait for them.
  const goesOn = coachIsIn || (side === 'coach' && others > 0)
  if (state === 'over' && !goesOn) return 'call.over'
  return others >= placesFor({ side, coachIsIn }, most) ? 'call.full' : undefined
}

const placesFor = ({ side, coachIsIn }: Pick<JoinFacts, 'side' | 'coachIsIn'>, most: number): number =>
  side === 'coach' ? most : placesIn(most, coachIsIn)

/** Most people of a call, by how their media go. */
export function mostIn(route: CallRoute): number {
  return route === 'sfu' ? MOST_THROUGH_SFU : MOST_IN_MESH
}

/** What decides how the media of a call go when somebody goes in. */
export type RouteFacts = Pick<JoinFacts, 'side' | 'coachIsIn' | 'isIn' | 'others'> & {
  isGroup: boolean
  /** Whether there is an SFU that answers. */
  isSfuReady: boolean
  /** How they went until now. */
  route: CallRoute
}

/**
 * How media go once somebody is in: two people always send to each other; of a group the first one decides, and one for whom
 * a mesh has no place.
 */
export function routeWith({ isGroup, isSfuReady, route, ...who }: RouteFacts): CallRoute {
  const { isIn, others } = who
  if (!isGroup) return 'direct'
  if (others === 0 && !isIn) return isSfuReady ? 'sfu' : 'direct'
  const places = isIn ? MOST_IN_MESH : placesFor(who, MOST_IN_MESH)
  return isSfuReady && others >= places ? 'sfu' : route
}

/** Without its SFU a call goes on between browsers if there are few enough in it; the others wait for it. */
export function wayWithoutSfu(people: number): { route: CallRoute; isSfuAway: boolean } {
  return people <= MOST_IN_MESH ? { route: 'direct', isSfuAway: false } : { route: 'sfu', isSfuAway: true }
}
