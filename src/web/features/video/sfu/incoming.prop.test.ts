import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SfuTrack } from '#contract/video/sfu.ts'
import { PeerId } from '#contract/values.ts'
import { FakeStream, FakeTrack } from '#test/support/web/connections.ts'
import { type Streams, streamsOf } from './incoming.ts'

const id = (n: number) => PeerId.parse(`01890000-0000-7000-8000-0000000000${10 + n}`)
const places = new Map(Array.from({ length: 12 }, (_, at) => [String(at), new FakeTrack()]))
const trackOf = (mid: string) => places.get(mid) as unknown as MediaStreamTrack | undefined

/** Who sends what at some moment; each part of the description carries one track. */
const moment = fc.uniqueArray(
  fc.record({
    mid: fc.integer({ min: 0, max: 14 }).map(String),
    peerId: fc.integer({ min: 0, max: 4 }).map(id),
    kind: fc.constantFrom('audio' as const, 'camera' as const, 'screen' as const),
  }),
  { selector: ({ mid }) => mid, maxLength: 12 },
)

// Their order means nothing.
const tracksIn = (stream: MediaStream | null | undefined) => new Set(stream?.getTracks())
const expected = (tracks: SfuTrack[], peerId: PeerId, isScreen: boolean) =>
  new Set(
    tracks.flatMap((track) =>
      track.peerId === peerId && (track.kind === 'screen') === isScreen ? (trackOf(track.mid) ?? []) : [],
    ),
  )

beforeEach(() => {
  vi.stubGlobal('MediaStream', FakeStream)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

// @spec P.260
describe('the streams of the others', () => {
  test('carry exactly the tracks that are theirs, screens apart, whatever was before', () => {
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 5 }), (moments) => {
        let streams: Streams = new Map()
        for (const tracks of moments) {
          streams = streamsOf(tracks, trackOf, streams)
          expect([...streams.keys()].toSorted()).toEqual([...new Set(tracks.map((t) => t.peerId))].toSorted())
          for (const [peerId, { camera, screen }] of streams) {
            expect(tracksIn(camera)).toEqual(expected(tracks, peerId, false))
            expect(tracksIn(screen)).toEqual(expected(tracks, peerId, true))
          }
        }
      }),
    )
  })

  test('stay the same objects while their tracks are the same, in whatever order they are told', () => {
    fc.assert(
      fc.property(moment, (tracks) => {
        const before = streamsOf(tracks, trackOf, new Map())
        const after = streamsOf(tracks.toReversed(), trackOf, before)
        for (const [peerId, { camera, screen }] of before) {
          expect(after.get(peerId)?.camera).toBe(camera)
          expect(after.get(peerId)?.screen).toBe(screen)
        }
      }),
    )
  })

  test('a part that was somebody else’s before is the new one’s', () => {
    const before = streamsOf([{ mid: '0', peerId: id(0), kind: 'camera' }], trackOf, new Map())
    const after = streamsOf([{ mid: '0', peerId: id(1), kind: 'camera' }], trackOf, before)
    expect([...after.keys()]).toEqual([id(1)])
  })
})
