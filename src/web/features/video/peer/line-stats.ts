import { type Counted, countedIn, sampleBetween } from './counted.ts'
import { AT_FIRST, type Quality, type VideoStep, type Watched, screenStepOf, watch } from './quality.ts'

/** What is needed of an RTCPeerConnection to look at its line. */
type Watchable = Pick<RTCPeerConnection, 'connectionState' | 'getStats'>

type Told = {
  /** How good the line is, and how much video it takes. */
  onQuality: (quality: Quality, step: VideoStep) => void
  /** Another step: what is sent is to be limited to it. */
  limit: (camera: VideoStep, screen: VideoStep) => void
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

/** Looks at what the other end of a connection gets, and says how much video may be sent on it. */
export function watchLine(pc: Watchable, { onQuality, limit, onFailure }: Told): LineWatch {
  let watched: Watched = AT_FIRST
  let before: Counted | undefined
  let isClosed = false
  const sampling = setInterval(() => {
    if (pc.connectionState !== 'connected') return
    void pc.getStats().then((stats) => {
      // Its person may have left meanwhile.
      if (isClosed) return
      const counted = countedIn(stats)
      const sample = before && sampleBetween(before, counted)
      before = counted
      if (!sample) return
      const steps = stepsOf(watched)
      watched = watch(watched, sample)
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
