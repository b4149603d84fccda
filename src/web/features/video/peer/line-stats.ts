import { type Counted, countedIn, sampleBetween } from './counted.ts'
import {
  AT_FIRST,
  type Quality,
  type Sample,
  type VideoStep,
  type Watched,
  screenStepOf,
  watch,
} from './quality.ts'

/** What is needed of an RTCPeerConnection to look at its line. */
type Watchable = Pick<RTCPeerConnection, 'connectionState' | 'getStats'>

type Told = {
  /** How good the line is, and how much video it takes. */
  onQuality: (quality: Quality, step: VideoStep) => void
  /** Another step: what is sent is to be limited to it. */
  limit?: (camera: VideoStep, screen: VideoStep) => void
  onFailure: (error: unknown) => void
}

export type LineWatch = {
  /** The camera is sent again, on a line that did not take it. */
  showAgain(): void
  close(): void
}

/** How often the line is looked at. */
const SAMPLE_MS = 2_000

const stepsOf = (watched: Watched) => [watched.step, screenStepOf(watched)] as const

/** How a line is looked at. */
type Look = {
  /** What the stats say since they were looked at last; undefined for the first time. */
  sample: (stats: RTCStatsReport) => Sample | undefined
  next: (before: Watched, sample: Sample) => Watched
}

/** Looks at what the other end of a connection gets. */
function sentSampler(): Look['sample'] {
  let before: Counted | undefined
  return (stats) => {
    const counted = countedIn(stats)
    const sample = before && sampleBetween(before, counted)
    before = counted
    return sample
  }
}

/** Looks at a connection, by default at what is sent on it, and says how much video it takes. */
export function watchLine(
  pc: Watchable,
  { onQuality, limit = () => undefined, onFailure }: Told,
  { sample: look, next }: Look = { sample: sentSampler(), next: watch },
): LineWatch {
  let watched: Watched = AT_FIRST
  let isClosed = false
  const sampling = setInterval(() => {
    if (pc.connectionState !== 'connected') return
    void pc.getStats().then((stats) => {
      // Its person may have left meanwhile.
      if (isClosed) return
      const sample = look(stats)
      if (!sample) return
      const steps = stepsOf(watched)
      watched = next(watched, sample)
      if (stepsOf(watched).some((step, at) => step !== steps[at])) limit(...stepsOf(watched))
      onQuality(watched.quality, watched.step)
    }, onFailure)
  }, SAMPLE_MS)
  return {
    showAgain() {
      if (watched.step !== 'off') return
      // What was tried in vain before is not tried again any sooner.
      watched = { ...AT_FIRST, step: 'low', patience: watched.patience }
      limit('low', 'low')
    },
    close() {
      isClosed = true
      clearInterval(sampling)
    },
  }
}
