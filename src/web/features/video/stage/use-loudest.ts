import { useEffect, useEffectEvent, useState } from 'react'
import type { PeerId } from '#contract/values.ts'
import { listenTo } from '../media/use-level.ts'
import type { Other } from '../call/call-session.ts'

const LISTEN_MS = 250
/** Quieter than this is breath and keys. */
const SPEAKS = 0.06
/** Somebody else has to be this much louder to take the place of the one who spoke last. */
const LOUDER = 1.4

/** Who speaks, or spoke last, of several people; nobody is listened to for fewer than two. */
export function useLoudest(others: readonly Other[]): PeerId | undefined {
  const [loudest, setLoudest] = useState<PeerId>()
  const [levels] = useState(() => new Map<PeerId, number>())
  const hear = useEffectEvent((peerId: PeerId, level: number) => {
    levels.set(peerId, level)
    if (peerId === loudest || level < SPEAKS) return
    const current = loudest === undefined ? 0 : (levels.get(loudest) ?? 0)
    if (level > current * LOUDER) setLoudest(peerId)
  })
  // A voice may join a stream that was a picture alone until now.
  const voiceOf = ({ camera }: Other) => camera?.getAudioTracks()[0]?.id
  const heard =
    others.length < 2
      ? ''
      : others.map((other) => `${other.peerId} ${other.camera?.id} ${voiceOf(other)}`).join()
  const streams = useEffectEvent(() => others)
  useEffect(() => {
    if (heard === '') return
    const stops = streams().flatMap(({ peerId, camera }) =>
      camera && camera.getAudioTracks().length > 0
        ? [listenTo(camera, (level) => hear(peerId, level), LISTEN_MS)]
        : [],
    )
    return () => {
      for (const stop of stops) stop()
      levels.clear()
    }
  }, [heard, levels])
  return loudest
}
