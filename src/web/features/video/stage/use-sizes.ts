import { useEffect, useEffectEvent } from 'react'
import type { PeerId } from '#contract/values.ts'
import type { CallSession, Other } from '../call/call-session.ts'
import { type StageLayout, sizesIn } from './stage-layout.ts'

/** Says how large the others are shown: who is shown small is sent here with less. */
export function useSizes(
  call: CallSession | undefined,
  layout: StageLayout,
  others: readonly Other[],
  loudest: PeerId | undefined,
): void {
  const sizes = sizesIn(layout, others, loudest)
  const tell = useEffectEvent(() => call?.showSizes(sizes))
  const shown = sizes.map(({ peerId, size }) => `${peerId} ${size}`).join()
  useEffect(() => {
    tell()
  }, [call, shown])
}
