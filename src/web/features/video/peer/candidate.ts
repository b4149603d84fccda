import type { CallCandidate } from '#contract/video/candidates.ts'

/** As a browser gives it: an RTCIceCandidate has its values behind getters. */
export type Candidate = Partial<CallCandidate>

/** A candidate to say; null is the end of them. */
export function candidateOf(found: Candidate | null): CallCandidate | null {
  if (!found) return null
  const { candidate = '', sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = found
  return { candidate, sdpMid, sdpMLineIndex, usernameFragment }
}
