import { z } from 'zod'
import { sdpText } from './sdp-text.ts'

/** An ICE candidate, as RTCPeerConnection gives and takes it (RFC 8838). */
export const CallCandidate = z.strictObject({
  candidate: sdpText(2_000),
  sdpMid: sdpText(64).nullable(),
  sdpMLineIndex: z.int().min(0).max(1_000).nullable(),
  usernameFragment: sdpText(256).nullable(),
})
export type CallCandidate = z.infer<typeof CallCandidate>
