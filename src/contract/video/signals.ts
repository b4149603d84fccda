import { z } from 'zod'
import type { DeclaredErrorCode, ErrorCode } from '../errors.ts'
import { PeerId, ResourceId, SessionId } from '../values.ts'
import { CallMedia, type CallPeer, type CallRoute, type IceServer } from './calls.ts'
import { CallCandidate } from './candidates.ts'
import { REACTIONS } from './reactions.ts'
import { sdpText } from './sdp-text.ts'
import { type FromSfu, ToSfu } from './sfu.ts'

/** The longest description of a session of RTCPeerConnection (SDP), in characters: twelve people need less than half. */
const LONGEST_SDP = 40_000

/** What browsers tell each other to connect (RFC 8829, RFC 8838); null is the end of candidates. */
export const CallSignal = z.union([
  z.strictObject({
    description: z.strictObject({ type: z.enum(['offer', 'answer']), sdp: sdpText(LONGEST_SDP) }),
    /** The id of the stream with the shared screen; null while none is shared. */
    screenId: sdpText(64).nullable(),
  }),
  /** After a lost connection: what the other said meanwhile was not heard. */
  z.strictObject({ again: z.literal(true) }),
  z.strictObject({
    candidate: CallCandidate.nullable(),
  }),
])
export type CallSignal = z.infer<typeof CallSignal>

export const Reaction = z.enum(REACTIONS)
export type Reaction = z.infer<typeof Reaction>

const inCall = { sessionId: SessionId }

/** `isBack`: by itself, after a connection was lost, and not because its person wants to go in. */
export const JoinCall = z.strictObject({ ...inCall, peerId: PeerId, media: CallMedia, isBack: z.boolean() })
export type JoinCall = z.infer<typeof JoinCall>
export const SendSignal = z.strictObject({ ...inCall, to: PeerId, signal: CallSignal })
export type SendSignal = z.infer<typeof SendSignal>
/** `line` is the pair of connections of this browser to the SFU: what belongs to an earlier one is not taken. */
export const SayToSfu = z.strictObject({ ...inCall, line: z.uuid(), say: ToSfu })
export type SayToSfu = z.infer<typeof SayToSfu>
export const ChangeMedia = z.strictObject({ ...inCall, media: CallMedia })
export type ChangeMedia = z.infer<typeof ChangeMedia>
export const React = z.strictObject({ ...inCall, reaction: Reaction })
export type React = z.infer<typeof React>
export const MutePeer = z.strictObject({ ...inCall, peerId: PeerId })
export type MutePeer = z.infer<typeof MutePeer>
/** Null shows nothing any more. */
export const ShowResource = z.strictObject({ ...inCall, resourceId: ResourceId.nullable() })
export type ShowResource = z.infer<typeof ShowResource>
export const OfCall = z.strictObject(inCall)
export type OfCall = z.infer<typeof OfCall>

/** What a coach shows to everybody in a call: a resource that was given with its session. */
export type ShownResource = { resourceId: ResourceId; title: string }

/** Everybody in a call; of two of them the one with the higher revision is right. */
export type CallState = {
  sessionId: SessionId
  revision: number
  route: CallRoute
  /** The SFU does not answer, and there are too many people to go on without it: media wait for it. */
  isSfuAway: boolean
  peers: CallPeer[]
  /** Missing where a server of an earlier release told it, which does not know. */
  shown?: ShownResource | null
}

/** `missed`: who may be in the call and has not been seen for some time, as after an outage: they are on the way back, or gone. */
export type Joined = CallState & { iceServers: IceServer[]; missed: PeerId[] }

/** Why somebody cannot go into a call. */
export const JOIN_ERRORS = [
  'session.not_found',
  'call.other_channel',
  'call.early',
  'call.over',
  'call.closed',
  'call.paused',
  'call.full',
] as const satisfies DeclaredErrorCode[]

/** Why a coach cannot show a resource. */
export const SHOW_ERRORS = ['call.not_in', 'resource.not_found'] as const satisfies DeclaredErrorCode[]

/** A command's answer, or why it was refused. */
export type CallAnswer<T> = T | { error: ErrorCode }

/** What a browser in a call says. Commands of somebody who is not in it are ignored, apart from joining; CALL_SHOW is refused. */
export type CallCommands = {
  /**
   * Goes in, or comes back after the connection or the page was lost: with the same peer it is the same stay. Another peer of the
   * same person takes its place.
   */
  CALL_JOIN: (join: JoinCall, answer: (joined: CallAnswer<Joined>) => void) => void
  CALL_SIGNAL: (signal: SendSignal) => void
  /** Of a call through an SFU. The first offer of a line opens it. */
  CALL_SFU: (said: SayToSfu) => void
  CALL_MEDIA: (change: ChangeMedia) => void
  CALL_REACT: (reaction: React) => void
  /** The coach mutes somebody, who may speak again when they want to. */
  CALL_MUTE: (mute: MutePeer) => void
  /** The coach shows a resource, or none any more; refused with one of SHOW_ERRORS, and to a client. */
  CALL_SHOW: (show: ShowResource, answer: (shown: CallAnswer<object>) => void) => void
  CALL_LEAVE: (leave: OfCall, answer: () => void) => void
  /** The coach ends the call for everybody. */
  CALL_END: (end: OfCall, answer: (ended: CallAnswer<object>) => void) => void
}

/** What the server says to the people in a call. */
export type CallEvents = {
  CALL_PEERS: (state: CallState) => void
  CALL_SIGNAL: (signal: { sessionId: SessionId; from: PeerId; to: PeerId; signal: CallSignal }) => void
  CALL_SFU: (said: { sessionId: SessionId; to: PeerId; line: string; say: FromSfu }) => void
  CALL_REACT: (reaction: { sessionId: SessionId; from: PeerId; reaction: Reaction }) => void
  CALL_MUTED: (muted: { sessionId: SessionId; peerId: PeerId }) => void
  /**
   * This peer is not in the call any more: the coach ended it for all, its person is in it in another tab, or may not be in it any
   * more. `peerId` is null where a server of an earlier release ended it for all.
   */
  CALL_OVER: (over: {
    sessionId: SessionId
    peerId: PeerId | null
    why: 'ended' | 'elsewhere' | 'removed'
  }) => void
}
