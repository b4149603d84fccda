import { describe, expect, test } from 'vitest'
import type { PeerId } from '#contract/values.ts'
import { type Part, type Sender, isOffer, picturesOf, planDown, tracksOf } from './lines.domain.ts'

const ME = 'me' as PeerId
const sizes = new Map([['ana', 'large' as const]])
const audio = { mid: '0', isAudio: true, kind: 'audio' as const, hasLayers: false }
const camera = { mid: '1', isAudio: false, kind: 'camera' as const, hasLayers: true }
const screen = { mid: '2', isAudio: false, kind: 'screen' as const, hasLayers: true }
const me: Sender = { feed: 1, display: 'me', streams: [audio, camera] }
const ana: Sender = { feed: 2, display: 'ana', streams: [audio, camera, screen] }
const luz: Sender = { feed: 3, display: 'luz', streams: [camera] }

describe('what a peer receives', () => {
  test('is all that the others send, and nothing that it sends itself', () => {
    expect(planDown(ME, [me, ana, luz], [], sizes)).toEqual({
      subscribe: [
        { feed: 2, mid: '0' },
        { feed: 2, mid: '1', substream: 2 },
        { feed: 2, mid: '2' },
        { feed: 3, mid: '1', substream: 0 },
      ],
      unsubscribe: [],
    })
  })

  test('is changed by what is missing and what is gone, also if another was put where it was', () => {
    const parts: Part[] = [
      { mid: 'a', feed: 2, feedMid: '0' },
      { mid: 'b', feed: 9, feedMid: '0' },
      { mid: 'c', feed: 2, feedMid: '0' },
    ]
    expect(planDown(ME, [me, luz, { ...ana, streams: [audio] }], parts, sizes)).toEqual({
      subscribe: [{ feed: 3, mid: '1', substream: 0 }],
      unsubscribe: ['b', 'c'],
    })
  })

  test('is nothing that is not named, named wrongly or named twice, and nothing of who only listens', () => {
    const streams = [
      { ...camera, kind: undefined },
      { ...camera, mid: '5', kind: 'audio' as const },
      camera,
      { ...camera, mid: '6' },
    ]
    const listener = { feed: 5, display: '', streams: [audio] }
    const { subscribe } = planDown(ME, [{ feed: 4, display: 'paz', streams }, listener], [], new Map())
    expect(subscribe).toEqual([{ feed: 4, mid: '1', substream: 0 }])
  })

  test('is named by whose it is and what it shows', () => {
    const parts: Part[] = [
      { mid: 'a', feed: 2, feedMid: '2' },
      { mid: 'b', feed: 3, feedMid: '1' },
      { mid: 'c', feed: 9, feedMid: '0' },
    ]
    expect(tracksOf(parts, [ana, luz])).toEqual([
      { mid: 'a', peerId: 'ana', kind: 'screen' },
      { mid: 'b', peerId: 'luz', kind: 'camera' },
    ])
  })
})

test('cameras are sent as large as they are shown, and what has one size as it is', () => {
  const parts: Part[] = [
    { mid: 'a', feed: 2, feedMid: '1' },
    { mid: 'b', feed: 2, feedMid: '2' },
    { mid: 'c', feed: 3, feedMid: '1' },
  ]
  expect(picturesOf(ME, [me, ana, luz], parts, sizes)).toEqual([
    { mid: 'a', layer: 2 },
    { mid: 'b' },
    { mid: 'c', layer: 0 },
  ])
})

test('an offer has parts, not too many, and each kind once', () => {
  const offer = (parts: number) => `v=0\r\n${'m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n'.repeat(parts)}`
  const track = { mid: '0', kind: 'audio' as const }
  expect([0, 1, 8, 9].map((parts) => isOffer({ offer: offer(parts), tracks: [track] }))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isOffer({ offer: offer(2), tracks: [track, { ...track, mid: '1' }] })).toBe(false)
})
