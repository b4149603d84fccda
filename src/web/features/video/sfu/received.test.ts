import { expect, test } from 'vitest'
import { receivedSampler } from './received.ts'

type Part = [kind: 'audio' | 'video', received: number, lost: number]

/** Of a stream `ana face` the owner is `ana`. */
const ownerOf = (mid: string) => (mid === 'gone' ? undefined : mid.split(' ')[0])

/** Stats with these streams, by the ids of their reports. */
const stats = (parts: Record<string, Part>) =>
  new Map<string, object>([
    ['pair', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.2 }],
    ['sent', { type: 'remote-inbound-rtp', packetsLost: 500 }],
    ...Object.entries(parts).map(([id, [kind, packetsReceived, packetsLost]]): [string, object] => [
      id,
      { type: 'inbound-rtp', id, mid: id, kind, packetsReceived, packetsLost },
    ]),
  ])

function lostBetween(before: Record<string, Part>, after: Record<string, Part>): number | undefined {
  const look = receivedSampler(ownerOf)
  expect(look(stats(before))).toBeUndefined()
  return look(stats(after))?.lost
}

// @spec P.237
test('what the line loses is missing of everybody', () => {
  const before: Record<string, Part> = { ana: ['audio', 100, 5], luz: ['audio', 100, 0] }
  expect(lostBetween(before, { ana: ['audio', 180, 25], luz: ['audio', 190, 10] })).toBe(0.1)
})

test('what is missing of one alone was lost on their own way', () => {
  const before: Record<string, Part> = { ana: ['audio', 100, 0], luz: ['audio', 100, 0] }
  expect(lostBetween(before, { ana: ['audio', 150, 50], luz: ['audio', 200, 0] })).toBe(0)
})

test('a line that loses pictures and no voices loses', () => {
  const voices: Record<string, Part> = { ana: ['audio', 100, 0], luz: ['audio', 100, 0] }
  const heard: Record<string, Part> = { ana: ['audio', 200, 0], luz: ['audio', 200, 0] }
  const before: Record<string, Part> = { 'ana face': ['video', 100, 0], 'luz face': ['video', 100, 0] }
  const after: Record<string, Part> = { 'ana face': ['video', 160, 40], 'luz face': ['video', 120, 80] }
  expect(lostBetween({ ...voices, ...before }, { ...heard, ...after })).toBe(0.4)
  // Face and screen of one person come by the same way.
  const screen: Record<string, Part> = { 'ana face': ['video', 160, 40], 'ana screen': ['video', 160, 40] }
  const shown: Record<string, Part> = { 'ana face': ['video', 100, 0], 'ana screen': ['video', 100, 0] }
  expect(lostBetween({ ...voices, ...shown }, { ...heard, ...screen })).toBe(0)
})

test('of the only other person nobody knows whose way it is: less is asked for', () => {
  const before: Record<string, Part> = { 'ana': ['audio', 100, 0], 'ana face': ['video', 100, 0] }
  const after: Record<string, Part> = { 'ana': ['audio', 200, 0], 'ana face': ['video', 160, 40] }
  expect(lostBetween(before, after)).toBe(0.4)
  // Somebody who left is nobody.
  const gone: Record<string, Part> = { gone: ['audio', 100, 0] }
  expect(lostBetween({ ...before, ...gone }, { ...after, ...gone })).toBe(0.4)
})

test('of a slow camera some packets are enough', () => {
  expect(lostBetween({ ana: ['video', 100, 0] }, { ana: ['video', 109, 6] })).toBe(0.4)
})

test('a few packets, late ones and a stream that is new say nothing', () => {
  expect(lostBetween({ ana: ['audio', 100, 0] }, { ana: ['audio', 102, 7] })).toBe(0)
  expect(lostBetween({ ana: ['audio', 100, 9] }, { ana: ['audio', 200, 5] })).toBe(0)
  expect(lostBetween({}, { ana: ['audio', 50, 50] })).toBe(0)
})

test('the time there and back is that of the connection', () => {
  const look = receivedSampler(ownerOf)
  look(stats({}))
  expect(look(stats({}))).toEqual({ lost: 0, roundTripMs: 200, availableBitrate: undefined })
})
