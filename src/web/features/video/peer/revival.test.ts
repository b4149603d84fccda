import { describe, expect, test } from 'vitest'
import type { CallSignal } from '#contract/video/signals.ts'
import { canRestart, isOfAnother } from './revival.ts'

const sdpOf = (origin: string) => ({ sdp: `v=0\r\no=${origin} IN IP4 127.0.0.1\r\ns=-\r\n` })
const firefox = sdpOf('mozilla...THIS_IS_SDPARTA-99.0 620764025979632383 0')
const chrome = sdpOf('- 4301624216813755067 2')

describe('a connection that failed', () => {
  test.each([
    [chrome, chrome, true],
    [chrome, null, true],
    [chrome, firefox, false],
    [firefox, chrome, false],
    [firefox, firefox, false],
  ])('is looked for by an ICE restart if no Firefox has part in it', (own, other, can) => {
    expect(canRestart(own, other)).toBe(can)
  })
})

describe('an offer', () => {
  const offer = ({ sdp }: { sdp: string }, type: 'offer' | 'answer' = 'offer'): CallSignal => ({
    description: { type, sdp },
    screenId: null,
  })

  test('with another number is of another connection', () => {
    expect(isOfAnother(offer(sdpOf('- 42 2')), chrome)).toBe(true)
  })

  test('with the same number and a later version is of the same one', () => {
    expect(isOfAnother(offer(sdpOf('- 4301624216813755067 3')), chrome)).toBe(false)
  })

  test('is of no other one where nothing was described before', () => {
    expect(isOfAnother(offer(chrome), null)).toBe(false)
    expect(isOfAnother(offer(sdpOf('- 42 2'), 'answer'), chrome)).toBe(false)
    expect(isOfAnother({ again: true }, chrome)).toBe(false)
  })
})
