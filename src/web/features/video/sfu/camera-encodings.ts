import type { VideoStep } from '../peer/quality.ts'

/**
 * A camera in three sizes at once, of which the SFU passes on to each the one they show. In the order the SFU takes them for: from
 * the largest.
 */
export const SIMULCAST = [
  { rid: 'h', maxBitrate: 1_300_000, maxFramerate: 30 },
  { rid: 'm', maxBitrate: 450_000, maxFramerate: 24, scaleResolutionDownBy: 2 },
  { rid: 'l', maxBitrate: 150_000, maxFramerate: 15, scaleResolutionDownBy: 4 },
] as const satisfies RTCRtpEncodingParameters[]

/** How many of the three are sent at each step, from the smallest. */
const SENT: Record<Exclude<VideoStep, 'off'>, number> = { full: 3, medium: 2, low: 1 }

/** What of the encodings of a camera is sent at a step. One of one size alone gets smaller instead. */
export function limited<Encoding extends RTCRtpEncodingParameters>(
  encodings: readonly Encoding[],
  step: Exclude<VideoStep, 'off'>,
): Encoding[] {
  const [first] = encodings
  if (first && encodings.length === 1) {
    const { maxBitrate, maxFramerate } = SIMULCAST[SIMULCAST.length - SENT[step]]!
    return [
      { ...first, maxBitrate, maxFramerate, scaleResolutionDownBy: 2 ** (SIMULCAST.length - SENT[step]) },
    ]
  }
  return encodings.map((encoding, at) => ({
    ...encoding,
    active: at >= encodings.length - SENT[step],
  }))
}
