import type { CallSignal } from '#contract/video/signals.ts'

type Description = Partial<Pick<RTCSessionDescription, 'sdp'>> | null

/** Firefox names itself in the origin of its descriptions. */
const isOfFirefox = (description: Description) => /^o=mozilla/m.test(description?.sdp ?? '')
/** All descriptions of one connection have the same number (RFC 8829 §5.2.1). */
const sessionOf = (description: Description) => /^o=\S+ (\d+)/m.exec(description?.sdp ?? '')?.[1]

/**
 * Whether a connection that failed can be looked for again by an ICE restart. One of a Firefox that failed never sends again.
 * Between a Firefox and another browser there is more: who offers the restart chooses the candidates (RFC 8445 §6.1.1), and
 * libwebrtc may choose its new ones with the former ones of the other side, from which Firefox takes nothing.
 */
export function canRestart(own: Description, other: Description): boolean {
  return !isOfFirefox(own) && !isOfFirefox(other)
}

/** Whether the other side offers a new connection in place of the one that it described before. */
export function isOfAnother(signal: CallSignal, before: Description): boolean {
  if (!('description' in signal) || signal.description.type !== 'offer') return false
  const [now, then] = [sessionOf(signal.description), sessionOf(before)]
  return now !== undefined && then !== undefined && now !== then
}
