import { type RefObject, useEffect, useRef } from 'react'

/** One for all who are listened to: browsers give a page only a few. */
let shared: { context: AudioContext; users: number } | undefined

/** How loud a track is from now on, 0 to 1, until the answer is called. */
export function listenTo(stream: MediaStream, hear: (level: number) => void, everyMs: number): () => void {
  const used = (shared ??= { context: new AudioContext(), users: 0 })
  used.users += 1
  const { context } = used
  const analyser = context.createAnalyser()
  analyser.fftSize = 512
  const source = context.createMediaStreamSource(stream)
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    // A browser waits for a tap before it lets a page sound; levels wait too.
    if (context.state === 'suspended') void context.resume()
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    hear(Math.min(1, Math.sqrt(power) * 4))
  }, everyMs)
  return () => {
    clearInterval(timer)
    source.disconnect()
    used.users -= 1
    if (used.users > 0) return
    shared = undefined
    void context.close()
  }
}

const METER_MS = 60

/** Moves an element's `--level` with how loud a track is; without rendering anything. */
export function useLevel(track: MediaStreamTrack | null): RefObject<HTMLDivElement | null> {
  const meter = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!track) return
    const stop = listenTo(
      new MediaStream([track]),
      (level) => meter.current?.style.setProperty('--level', level.toFixed(2)),
      METER_MS,
    )
    const shown = meter.current
    return () => {
      stop()
      shown?.style.setProperty('--level', '0')
    }
  }, [track])
  return meter
}
