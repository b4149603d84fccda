/** What the last seconds of a connection were like. */
export type Sample = {
  /** Of what was sent, 0 to 1. */
  lost: number
  /** There and back, in ms. */
  roundTripMs: number
  /** What the line can take, in bits per second; undefined while the browser does not know. */
  availableBitrate: number | undefined
}

/** How good a connection is, as people are told. */
export type Quality = 'good' | 'fair' | 'poor'

/** How much video is sent: what a camera gives, less of it, little, or none at all. */
export type VideoStep = 'full' | 'medium' | 'low' | 'off'

/** The limits of each step for RTCRtpSender.setParameters. */
export const ENCODINGS: Record<Exclude<VideoStep, 'off'>, RTCRtpEncodingParameters> = {
  full: { maxBitrate: 1_500_000, scaleResolutionDownBy: 1, maxFramerate: 30 },
  medium: { maxBitrate: 500_000, scaleResolutionDownBy: 2, maxFramerate: 24 },
  low: { maxBitrate: 150_000, scaleResolutionDownBy: 4, maxFramerate: 15 },
}

/** The same for a shared screen, whose texts have to stay legible: fewer pictures of it, not smaller ones. */
export const SCREEN_ENCODINGS: Record<VideoStep, RTCRtpEncodingParameters> = {
  full: { maxBitrate: 2_500_000, maxFramerate: 15 },
  medium: { maxBitrate: 800_000, maxFramerate: 8 },
  low: { maxBitrate: 250_000, maxFramerate: 4 },
  off: { maxBitrate: 80_000, maxFramerate: 1 },
}

/** Audio never gives way: this much is kept for it, in bits per second. */
const AUDIO_BITRATE = 50_000
const NEEDED: Record<VideoStep, number> = { full: 700_000, medium: 300_000, low: 100_000, off: 0 }
const STEPS = ['full', 'medium', 'low', 'off'] as const satisfies VideoStep[]

/** After as many poor samples in a row less video is sent, and after as many good ones more. */
const POOR_IN_A_ROW = 3
const GOOD_IN_A_ROW = 8
/** Most good ones that are waited for where more was tried in vain: some two minutes. */
const MOST_PATIENCE = 64

export type Watched = {
  quality: Quality
  step: VideoStep
  /** How many samples in a row were as they are now. */
  streak: { of: Quality; length: number }
  /** How many good ones in a row it takes before more is tried. */
  patience: number
  /** More was tried, and it is not known yet whether the line takes it. */
  isTrying: boolean
}

export const AT_FIRST: Watched = {
  quality: 'good',
  step: 'full',
  streak: { of: 'good', length: 0 },
  patience: GOOD_IN_A_ROW,
  isTrying: false,
}

/**
 * What a sample says about a line on which this much video is sent. The limits are those of the E-model's grades of speech
 * (ITU-T G.107, G.114): people notice 3 % of loss or 300 ms, and cannot talk at 10 % or 600 ms.
 */
export function qualityOf(
  { lost, roundTripMs, availableBitrate = Infinity }: Sample,
  step: VideoStep,
): Quality {
  const room = availableBitrate - AUDIO_BITRATE
  if (lost > 0.1 || roundTripMs > 600 || room < NEEDED[step] / 2) return 'poor'
  return lost > 0.03 || roundTripMs > 300 || room < NEEDED[step] ? 'fair' : 'good'
}

/** How much of a shared screen is sent. Nobody switches it off, so it comes back by itself on a line that is good again. */
export function screenStepOf({ step, streak }: Watched): VideoStep {
  if (step !== 'off') return step
  return streak.of === 'good' && streak.length >= GOOD_IN_A_ROW ? 'low' : 'off'
}

/**
 * The next state after a sample of what arrives. Nobody switches the pictures of others on again, so they come back by themselves on
 * a line that was good for as long as one waits before more is tried.
 */
export function watchReceived(before: Watched, sample: Sample): Watched {
  const now = watch(before, sample)
  const { quality, step, streak, patience } = now
  if (step !== 'off' || quality !== 'good' || streak.length < patience) return now
  return { ...now, step: 'low', streak: { of: quality, length: 0 }, isTrying: true }
}

/** The worse of two. */
export function worseOf(one: Quality | undefined, other: Quality | undefined): Quality | undefined {
  return QUALITIES.find((quality) => quality === one || quality === other)
}

const QUALITIES = ['poor', 'fair', 'good'] as const satisfies Quality[]

/**
 * The next state after a sample. Video gives way to audio, step by step, and comes back slowly. A line shows what it takes
 * only when it is tried, so one between two steps would go up and down for ever: each try in vain doubles the time until the
 * next. Once video is off, no sample brings it back: its person does, or a mesh that tries one line of several again.
 */
export function watch(before: Watched, sample: Sample): Watched {
  const quality = qualityOf(sample, before.step)
  const length = quality === before.streak.of ? before.streak.length + 1 : 1
  const hasHeld = before.isTrying && quality === 'good' && length >= GOOD_IN_A_ROW
  const now: Watched = {
    quality,
    step: before.step,
    streak: { of: quality, length },
    patience: hasHeld ? GOOD_IN_A_ROW : before.patience,
    isTrying: before.isTrying && !hasHeld,
  }
  if (now.step === 'off') return now
  const at = STEPS.indexOf(now.step)
  const changed = { streak: { of: quality, length: 0 } }
  if (quality === 'poor' && length >= POOR_IN_A_ROW) {
    const patience = now.isTrying ? Math.min(MOST_PATIENCE, now.patience * 2) : now.patience
    return { ...now, ...changed, step: STEPS[at + 1]!, patience, isTrying: false }
  }
  if (at > 0 && quality === 'good' && length >= now.patience) {
    return { ...now, ...changed, step: STEPS[at - 1]!, isTrying: true }
  }
  return now
}
