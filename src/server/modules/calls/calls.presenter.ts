import type { CallDto, CallPeer } from '#contract/video/calls.ts'
import type { CallState, ShownResource } from '#contract/video/signals.ts'
import { toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import { photoOf } from '../files/files.service.ts'
import { type Viewer, knowsLastName } from '../messages/room-names.domain.ts'
import { type JoinRefusal, hoursOf, roomStateOf } from './calls.domain.ts'
import type { SessionRoom } from '../sessions/session-rooms.service.ts'
import type { CallWay, Stay } from './calls.repository.ts'

/** The people in a call, as this viewer sees them. */
function presentPeers(deps: Deps, stays: readonly Stay[], viewer: Viewer): CallPeer[] {
  return stays.map(({ peerId, userId, clientId, name, lastName, photoId, media, joinedAt }) => ({
    peerId,
    userId,
    side: clientId === null ? 'coach' : 'client',
    name,
    lastName: knowsLastName(viewer, userId) ? lastName : '',
    photo: photoOf(deps, photoId),
    media,
    joinedAt: toWire(joinedAt),
  }))
}

type Call = {
  sessionId: SessionRoom['id']
  revision: number
  way: Pick<CallWay, 'route' | 'isSfuAway'>
  stays: readonly Stay[]
  shown: ShownResource | null
}

/** What everybody in a call knows of it, as this viewer sees it. */
export function presentState(
  deps: Deps,
  { sessionId, revision, way: { route, isSfuAway }, stays, shown }: Call,
  viewer: Viewer,
): CallState {
  return { sessionId, revision, route, isSfuAway, peers: presentPeers(deps, stays, viewer), shown }
}

type Door = { route: CallDto['route']; most: number; refusal: JoinRefusal | undefined; now: EpochMs }

/** The room of a session from outside. */
export function presentCall(
  deps: Deps,
  call: SessionRoom,
  stays: readonly Stay[],
  viewer: Viewer,
  { route, most, refusal, now }: Door,
): CallDto {
  const { opensAt, closesAt } = hoursOf(call)
  return {
    sessionId: call.id,
    state: roomStateOf(call, now),
    opensAt: toWire(opensAt),
    closesAt: toWire(closesAt),
    mayJoin: refusal === undefined,
    peers: presentPeers(deps, stays, viewer),
    route,
    most,
  }
}
