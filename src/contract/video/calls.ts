import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SessionIdParams } from '../sessions/sessions.ts'
import { IsoInstant, PeerId, Photo, SessionId, UserId } from '../values.ts'

/** The room of a session opens this long before its start and closes this long after its end (product §10). */
export const OPENS_BEFORE_MINUTES = 10
export const CLOSES_AFTER_MINUTES = 30
/** Most people of a call whose browsers send to each other directly, and of one through an SFU. */
export const MOST_IN_MESH = 4
export const MOST_THROUGH_SFU = 12

/** For how many there is a place now: the last one is kept for the coach, whose session it is. */
export const placesIn = (most: number, coachIsIn: boolean): number => (coachIsIn ? most : most - 1)

/** What somebody sends and shows in a call. */
export const CallMedia = z.strictObject({
  audio: z.boolean(),
  video: z.boolean(),
  screen: z.boolean(),
  hand: z.boolean(),
})
export type CallMedia = z.infer<typeof CallMedia>

/** A person in a call, as the viewer sees them: of other members of a group without the last name (product §7). */
export const CallPeer = z.object({
  peerId: PeerId,
  userId: UserId,
  side: z.enum(['coach', 'client']),
  name: z.string(),
  lastName: z.string(),
  photo: Photo.nullable(),
  media: CallMedia,
  joinedAt: IsoInstant,
})
export type CallPeer = z.infer<typeof CallPeer>

/** A STUN or TURN server, as RTCPeerConnection takes it; the credentials of TURN end by themselves. */
export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})
export type IceServer = z.infer<typeof IceServer>

/**
 * - `early`: opens later; the coach may go in
 * - `open`
 * - `over`: its time has passed
 * - `closed`: the session is not (any more) to be held: not confirmed, cancelled, closed by the coach
 */
export const RoomState = z.enum(['early', 'open', 'over', 'closed'])
export type RoomState = z.infer<typeof RoomState>

/** How media go: between browsers, or through an SFU. */
export const CallRoute = z.enum(['direct', 'sfu'])
export type CallRoute = z.infer<typeof CallRoute>

export const CallDto = z.object({
  sessionId: SessionId,
  state: RoomState,
  opensAt: IsoInstant,
  closesAt: IsoInstant,
  /** Whether this person may go in now. */
  mayJoin: z.boolean(),
  /** Who is in it. */
  peers: z.array(CallPeer),
  route: CallRoute,
  /** Most people in it. */
  most: z.int(),
})
export type CallDto = z.infer<typeof CallDto>

export const getCall = endpoint({
  method: 'GET',
  path: '/v1/session/:sessionId/call',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'The video room of a session: whether it is open, and who is in it',
  params: SessionIdParams,
  response: CallDto,
  errors: ['session.not_found', 'call.other_channel'],
})
