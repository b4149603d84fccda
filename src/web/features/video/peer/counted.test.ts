import { describe, expect, test } from 'vitest'
import { countedIn, sampleBetween } from './counted.ts'

const reports = (...all: Record<string, unknown>[]) =>
  new Map(all.map((report, position) => [String(position), report])) as unknown as RTCStatsReport

const transport = { type: 'transport', selectedCandidatePairId: 'CP1' }
const pair = {
  type: 'candidate-pair',
  id: 'CP1',
  nominated: true,
  state: 'succeeded',
  currentRoundTripTime: 0.25,
  availableOutgoingBitrate: 90_000,
}
const video = { type: 'outbound-rtp', packetsSent: 100, qualityLimitationReason: 'bandwidth' }

// @spec P.237
describe('what a browser counts of a line', () => {
  test('packets of sound and picture, and the line in use', () => {
    const audio = { type: 'outbound-rtp', packetsSent: 50 }
    const lost = { type: 'remote-inbound-rtp', packetsLost: 7 }
    const unused = { ...pair, id: 'CP2', currentRoundTripTime: 3, nominated: false }
    expect(countedIn(reports(unused, pair, transport, video, audio, lost))).toEqual({
      packetsSent: 150,
      packetsLost: 7,
      roundTripMs: 250,
      availableBitrate: 90_000,
    })
  })

  test('a line that is so full that its checks are late is still the line in use', () => {
    const late = { ...pair, state: 'in-progress', currentRoundTripTime: 1.6 }
    expect(countedIn(reports(transport, late, video))).toMatchObject({
      roundTripMs: 1_600,
      availableBitrate: 90_000,
    })
  })

  test('a browser that names no pair by its transport marks it', () => {
    const other = { ...pair, id: 'CP2', nominated: false, currentRoundTripTime: 3 }
    const marked = { ...pair, nominated: false, selected: true }
    expect(countedIn(reports(other, marked))).toMatchObject({ roundTripMs: 250 })
  })

  test('what the browser knows of the line counts only while it limits what is sent', () => {
    const enough = { ...video, qualityLimitationReason: 'none' }
    expect(countedIn(reports(transport, pair, enough)).availableBitrate).toBeUndefined()
  })

  test('between two counts: what was lost of what was sent, and never less than nothing', () => {
    const before = { packetsSent: 100, packetsLost: 10, roundTripMs: 40, availableBitrate: undefined }
    const after = { packetsSent: 200, packetsLost: 35, roundTripMs: 90, availableBitrate: 1_000 }
    expect(sampleBetween(before, after)).toEqual({ lost: 0.25, roundTripMs: 90, availableBitrate: 1_000 })
    expect(sampleBetween(after, { ...after, packetsLost: 0 }).lost).toBe(0)
  })
})
