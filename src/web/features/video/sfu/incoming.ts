import type { PeerId } from '#contract/values.ts'
import type { SfuTrack } from '#contract/video/sfu.ts'
import type { Incoming } from '../peer/peer-link.ts'

/** The streams of the others, made of the tracks that one connection carries. */
export type Streams = ReadonlyMap<PeerId, Incoming>

/**
 * What each of the others sends now. A stream stays the same object as long as its tracks do, so that a picture that goes on
 * does not start again when somebody else comes or goes.
 */
export function streamsOf(
  tracks: readonly SfuTrack[],
  trackOf: (mid: string) => MediaStreamTrack | undefined,
  before: Streams,
): Streams {
  const streams = new Map<PeerId, Incoming>()
  for (const peerId of new Set(tracks.map((track) => track.peerId))) {
    const theirs = tracks.filter((track) => track.peerId === peerId)
    const of = (isScreen: boolean) =>
      theirs.flatMap(({ mid, kind }) => ((kind === 'screen') === isScreen ? (trackOf(mid) ?? []) : []))
    const known = before.get(peerId)
    streams.set(peerId, {
      camera: keep(known?.camera ?? null, of(false)),
      screen: keep(known?.screen ?? null, of(true)),
    })
  }
  return streams
}

function keep(before: MediaStream | null, tracks: MediaStreamTrack[]): MediaStream | null {
  if (tracks.length === 0) return null
  const known = before?.getTracks() ?? []
  const isSame = known.length === tracks.length && tracks.every((track) => known.includes(track))
  return isSame ? before : new MediaStream(tracks)
}
