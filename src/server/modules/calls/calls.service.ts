import type { Transaction } from 'kysely'
import type { CallDto, CallRoute } from '#contract/video/calls.ts'
import type {
  CallAnswer,
  ChangeMedia,
  JoinCall,
  Joined,
  ShowResource,
  ShownResource,
} from '#contract/video/signals.ts'
import type { PeerId, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { Refusal, found } from '../../refusal.ts'
import { listPeopleOf } from '../messages/messages.service.ts'
import { findGivenWith } from '../resources/giving.service.ts'
import { type SessionRoom, sessionRoomOf } from '../sessions/session-rooms.service.ts'
import {
  type JoinRefusal,
  joinRefusal,
  mostIn,
  roomStateOf,
  routeWith,
  wayWithoutSfu,
} from './calls.domain.ts'
import { presentCall, presentState } from './calls.presenter.ts'
import * as calls from './calls.repository.ts'
import type { CallWay, Stay } from './calls.repository.ts'
import { reap } from './sfu/reaping.service.ts'

/** How long somebody waits for the SFU before their call goes without it. */
const READY_MS = 1_000

const DIRECT: CallWay = { route: 'direct', room: null, isSfuAway: false }

/** GET: the room of a session, for its lobby. @throws Refusal `session.not_found`, `call.other_channel` */
export async function getCall(deps: Deps, actor: Actor, sessionId: SessionId): Promise<CallDto> {
  const now = deps.clock.now()
  const call = found(await sessionRoomOf(deps.db, actor, sessionId), 'session.not_found')
  if (call.channel !== 'norte') throw new Refusal('call.other_channel')
  const stays = await calls.listStays(deps.db, [sessionId], now)
  const way = (await calls.findWay(deps.db, sessionId)) ?? DIRECT
  const next = routeFor(deps, actor, call, stays, way)
  const refusal = refusalFor(actor, call, stays, { route: next, now })
  // The one who is too many for a mesh changes how it goes.
  const most = mostIn(call.groupId !== null && deps.sfu?.isReady() ? 'sfu' : next)
  const route = stays.length > 0 ? way.route : next
  return presentCall(deps, call, stays, actor, { route, most, refusal, now })
}

/**
 * Goes into a call, or comes back: the same peer stays who it was, another peer of the same person takes its place.
 * @returns what the browser needs to connect, or the refusal: one of JOIN_ERRORS, or `request.invalid` for another one's peer
 */
export async function joinCall(deps: Deps, actor: Actor, join: JoinCall): Promise<CallAnswer<Joined>> {
  const { sessionId } = join
  // A server that has just been started may not have reached it yet.
  if (deps.sfu && !deps.sfu.isAway()) await deps.sfu.whenReady(READY_MS)
  const entered = await deps.db
    .transaction()
    .execute((tx) => enter(deps, tx, actor, join))
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
  if (entered instanceof ShownOut) tellOver(deps, actor, { sessionId, peerId: join.peerId }, entered.why)
  if (entered instanceof Refusal) return { error: entered.code }
  const { state, replaced, missed } = entered
  if (replaced) tellOver(deps, actor, { sessionId, peerId: replaced }, 'elsewhere')
  if (replaced) void reap(deps)
  tellInside(deps, state)
  await tellOutside(deps, state)
  return {
    ...presentState(deps, state, actor),
    iceServers: deps.iceServers(actor.membershipId),
    missed,
  }
}

type Over = 'elsewhere' | 'ended'

/** Its person is in the call in another tab, or the call ended while it was away. */
class ShownOut extends Refusal {
  readonly why: Over

  constructor(why: Over) {
    super('request.invalid')
    this.why = why
  }
}

function tellOver(deps: Deps, { membershipId }: Actor, seat: calls.Seat, why: Over): void {
  deps.realtime.emit(membershipId, 'CALL_OVER', { ...seat, why })
}

async function enter(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  { sessionId, peerId, media, isBack }: JoinCall,
) {
  const now = deps.clock.now()
  const call = found(await sessionRoomOf(tx, actor, sessionId), 'session.not_found')
  if (call.channel !== 'norte') throw new Refusal('call.other_channel')
  // Before who is in it is read: two who go in at once are counted one after the other.
  const { revision, way: wayBefore } = await calls.reviseCall(tx, sessionId, now)
  const before = await calls.listStays(tx, [sessionId], now)
  const route = routeFor(deps, actor, call, before, wayBefore)
  const refusal = refusalFor(actor, call, before, { route, now })
  if (refusal) throw new Refusal(refusal)
  const of = { sessionId, userId: actor.userId }
  const own = before.find(({ userId }) => userId === actor.userId)
  if (own?.peerId === peerId) await calls.updateStay(tx, { ...of, peerId }, media, now)
  else {
    // Who has what a peer has is found by its id: with that of another one they would be in their place.
    if (await calls.isPeerOfAnother(tx, { ...of, peerId })) throw new Refusal('request.invalid')
    // A page that was away when another one took its place does not take it back, nor one that was away when the call ended.
    if ((own || isBack) && (await calls.wasEnded(tx, { ...of, peerId })))
      throw new ShownOut(own ? 'elsewhere' : 'ended')
    await calls.endStays(tx, of, now)
    const clientId = actor.userType === 'client' ? actor.clientId : null
    await calls.insertStay(tx, { ...of, id: deps.newId(), clientId, peerId, media }, now)
  }
  const replaced = own && own.peerId !== peerId ? own.peerId : undefined
  const stays = await calls.listStays(tx, [sessionId], now)
  const way = await changeRoute(deps, tx, sessionId, wayBefore, route)
  const missed = await calls.listMissed(tx, sessionId, now)
  // What was shown in a call that everybody has left is not the next one's. Who comes back after an outage goes on with it.
  if (before.length === 0 && !isBack) await calls.updateShown(tx, sessionId, null)
  const shown = await shownIn(tx, sessionId, call)
  return { state: { sessionId, revision, way, call, stays, shown }, replaced, missed }
}

/** What a peer sends and shows now. Of somebody who is not in the call it is ignored. */
export async function changeMedia(
  deps: Deps,
  actor: Actor,
  peerId: PeerId,
  { sessionId, media }: ChangeMedia,
): Promise<void> {
  const of = { sessionId, userId: actor.userId, peerId }
  const state = await change(deps, actor, sessionId, (tx) =>
    calls.updateStay(tx, of, media, deps.clock.now()),
  )
  if (state) tellInside(deps, state)
}

/**
 * The coach shows a resource of the session to everybody in its call, or none any more.
 * @throws Refusal `auth.forbidden`, `call.not_in`, `resource.not_found`
 */
export async function showResource(
  deps: Deps,
  actor: Actor,
  peerId: PeerId | undefined,
  { sessionId, resourceId }: ShowResource,
): Promise<void> {
  if (actor.userType !== 'coach') throw new Refusal('auth.forbidden')
  const state = await change(deps, actor, sessionId, async (tx) => {
    const stays = await calls.listStays(tx, [sessionId], deps.clock.now())
    if (!stays.some((stay) => stay.userId === actor.userId && stay.peerId === peerId)) return false
    const of = { sessionId, coachId: actor.coachId }
    if (resourceId !== null) found(await findGivenWith(tx, of, resourceId), 'resource.not_found')
    await calls.updateShown(tx, sessionId, resourceId)
    return true
  })
  tellInside(deps, found(state, 'call.not_in'))
}

/** Leaves a call. */
export async function leaveCall(
  deps: Deps,
  actor: Actor,
  peerId: PeerId,
  sessionId: SessionId,
): Promise<void> {
  const of = { sessionId, userId: actor.userId, peerId }
  const state = await change(deps, actor, sessionId, (tx) => calls.endStays(tx, of, deps.clock.now()))
  if (!state) return
  void reap(deps)
  tellInside(deps, state)
  await tellOutside(deps, state)
}

/** Ends the stay of somebody who may not say anything any more. */
export async function putOut(
  deps: Deps,
  of: { sessionId: SessionId; userId: UserId; peerId: PeerId },
): Promise<void> {
  const isDone = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    await calls.reviseCall(tx, of.sessionId, now)
    return calls.endStays(tx, of, now)
  })
  if (!isDone) return
  void reap(deps)
  for (const call of await calls.listCalls(deps.db, [of.sessionId])) await tellAgain(deps, call)
}

/** The coach ends a call for everybody. @throws Refusal `session.not_found` */
export async function endCall(deps: Deps, actor: Actor, sessionId: SessionId): Promise<void> {
  const now = deps.clock.now()
  const { call, stays } = await deps.db.transaction().execute(async (tx) => {
    const call = found(await sessionRoomOf(tx, actor, sessionId), 'session.not_found')
    await calls.reviseCall(tx, sessionId, now)
    const stays = await calls.listStays(tx, [sessionId], now)
    await calls.endStays(tx, { sessionId }, now)
    return { call, stays }
  })
  void reap(deps)
  // Each by their peer: somebody may be in the next call already, through another server.
  for (const { membershipId, peerId } of stays) {
    deps.realtime.emit(membershipId, 'CALL_OVER', { sessionId, peerId, why: 'ended' })
  }
  await tellOutside(deps, { sessionId, call, stays: [] })
}

/**
 * Gives a call its next revision and tells it to everybody: somebody is not in it any more who has not said so, or its media
 * go another way. Answers the revision and who is in it.
 */
export async function tellAgain(
  deps: Deps,
  call: Whose & { sessionId: SessionId },
  wayOf: (way: CallWay, people: number) => Partial<CallWay> = () => ({}),
): Promise<{ revision: number; stays: readonly Stay[] }> {
  const { sessionId } = call
  const state = await deps.db.transaction().execute(async (tx) => {
    const { revision, way } = await calls.reviseCall(tx, sessionId, deps.clock.now())
    return stateAfter(deps, tx, { sessionId, revision, way, call }, wayOf)
  })
  tellInside(deps, state)
  await tellOutside(deps, state)
  return state
}

function change(
  deps: Deps,
  actor: Actor,
  sessionId: SessionId,
  write: (tx: Transaction<DB>) => Promise<boolean>,
): Promise<State | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    const call = await sessionRoomOf(tx, actor, sessionId)
    if (!call) return undefined
    const { revision, way } = await calls.reviseCall(tx, sessionId, deps.clock.now())
    const isDone = await write(tx)
    return isDone ? stateAfter(deps, tx, { sessionId, revision, way, call }) : undefined
  })
}

/** Who is in a call after a change, and how its media go: without its SFU, those who are few enough do not wait for it. */
async function stateAfter(
  deps: Deps,
  tx: Transaction<DB>,
  { way, ...state }: Omit<State, 'stays' | 'shown'>,
  wayOf: (way: CallWay, people: number) => Partial<CallWay> = () => ({}),
): Promise<State> {
  const stays = await calls.listStays(tx, [state.sessionId], deps.clock.now())
  // Nobody else could end what a coach shows. Where everybody was lost it waits for who comes back.
  const isWithoutCoach = stays.length > 0 && stays.every(({ clientId }) => clientId !== null)
  if (isWithoutCoach) await calls.updateShown(tx, state.sessionId, null)
  const next = { ...way, ...wayOf(way, stays.length) }
  if (next.isSfuAway) Object.assign(next, wayWithoutSfu(stays.length))
  if (next.route !== way.route || next.isSfuAway !== way.isSfuAway)
    await calls.updateWay(tx, state.sessionId, next)
  return { ...state, way: next, stays, shown: await shownIn(tx, state.sessionId, state.call) }
}

/** What is shown in a call. What was taken back since is not, nor is it once it is given again. */
async function shownIn(
  tx: Transaction<DB>,
  sessionId: SessionId,
  { coachId }: Whose,
): Promise<ShownResource | null> {
  const shownId = await calls.findShownId(tx, sessionId)
  if (shownId === null) return null
  const shown = await findGivenWith(tx, { sessionId, coachId }, shownId)
  if (!shown) await calls.updateShown(tx, sessionId, null)
  return shown ?? null
}

type Whose = Pick<SessionRoom, 'coachId' | 'clientId' | 'groupId'>
type State = {
  sessionId: SessionId
  revision: number
  way: CallWay
  call: Whose
  stays: readonly Stay[]
  shown: ShownResource | null
}

/** Tells everybody in a call who is in it, and what they send. */
function tellInside(deps: Deps, state: State): void {
  const { coachId } = state.call
  for (const { userId, membershipId } of state.stays)
    deps.realtime.emit(membershipId, 'CALL_PEERS', presentState(deps, state, { userId, coachId }))
}

/** Tells those outside that somebody came or left: their lobby shows who waits. */
async function tellOutside(
  deps: Deps,
  { sessionId, call, stays }: Pick<State, 'sessionId' | 'call' | 'stays'>,
): Promise<void> {
  const inside = new Set(stays.map(({ membershipId }) => membershipId))
  const outside = (await listPeopleOf(deps, call)).filter((id) => !inside.has(id))
  deps.realtime.emitToMany(outside, 'CHANGED', { subject: 'call', id: sessionId })
}

/** Who asks, and who is in the call besides. */
function whoAsks({ userId, userType }: Actor, stays: readonly Stay[]) {
  return {
    side: userType,
    isIn: stays.some((stay) => stay.userId === userId),
    coachIsIn: stays.some(({ clientId }) => clientId === null),
    others: stays.filter((stay) => stay.userId !== userId).length,
  }
}

/** How media go once this person is in. */
function routeFor(
  deps: Deps,
  actor: Actor,
  { groupId }: SessionRoom,
  stays: readonly Stay[],
  { route }: CallWay,
): CallRoute {
  return routeWith({
    isGroup: groupId !== null,
    isSfuReady: deps.sfu?.isReady() ?? false,
    // One that is not configured any more is not waited for.
    route: deps.sfu ? route : 'direct',
    ...whoAsks(actor, stays),
  })
}

async function changeRoute(
  deps: Deps,
  tx: Transaction<DB>,
  sessionId: SessionId,
  before: CallWay,
  route: CallRoute,
): Promise<CallWay> {
  if (route === before.route) return before
  const room = route === 'sfu' ? (before.room ?? deps.sfu?.newRoom() ?? null) : before.room
  const way = { route, room, isSfuAway: false }
  await calls.updateWay(tx, sessionId, way)
  return way
}

function refusalFor(
  actor: Actor,
  call: SessionRoom,
  stays: readonly Stay[],
  { route, now }: { route: CallRoute; now: EpochMs },
): JoinRefusal | undefined {
  return joinRefusal({
    ...whoAsks(actor, stays),
    state: roomStateOf(call, now),
    process: call.process,
    most: mostIn(route),
  })
}
