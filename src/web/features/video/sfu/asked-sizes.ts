import type { ToSfu } from '#contract/video/sfu.ts'
import type { Sizes } from '../peer/media-way.ts'
import type { VideoStep } from '../peer/quality.ts'

/** In which sizes the others are asked for, of those in which they are shown, on a line that takes this much. Who is not named is small. */
function askedSizes(shown: Sizes, step: VideoStep): Sizes {
  if (step === 'full') return shown
  if (step !== 'medium') return []
  return shown.map(({ peerId, size }) => ({ peerId, size: size === 'large' ? 'medium' : size }))
}

/** What is said of it. A server of an earlier release does not know that only voices are wanted: it takes the sizes before. */
export function sizesToSay(shown: Sizes, step: VideoStep): ToSfu[] {
  const sizes = [...askedSizes(shown, step)]
  return step === 'off' ? [{ sizes }, { sizes, voicesOnly: true }] : [{ sizes }]
}
