import { describe, expect, test } from 'vitest'
import { limited, SIMULCAST } from './camera-encodings.ts'

const sent = (encodings: RTCRtpEncodingParameters[]) =>
  encodings.flatMap(({ active, rid }) => (active === false ? [] : [rid]))

// @spec P.237
describe('a camera in several sizes', () => {
  test('each is smaller than the one before, in picture and in bits', () => {
    const sizes = SIMULCAST.map(
      (encoding) => 1 / ('scaleResolutionDownBy' in encoding ? encoding.scaleResolutionDownBy : 1),
    )
    const bits = SIMULCAST.map(({ maxBitrate }) => maxBitrate)
    for (const values of [sizes, bits]) expect(values.toSorted((a, b) => b - a)).toEqual(values)
    expect(new Set(sizes).size).toBe(SIMULCAST.length)
  })

  test('a bad line takes the large ones away, and the smallest never', () => {
    expect(sent(limited(SIMULCAST, 'full'))).toEqual(['h', 'm', 'l'])
    expect(sent(limited(SIMULCAST, 'medium'))).toEqual(['m', 'l'])
    expect(sent(limited(SIMULCAST, 'low'))).toEqual(['l'])
  })

  test('they come back', () => {
    expect(sent(limited(limited(SIMULCAST, 'low'), 'full'))).toEqual(['h', 'm', 'l'])
  })

  test('one of one size alone gets smaller', () => {
    const plain: RTCRtpEncodingParameters[] = [{ active: true }]
    const [full] = limited(plain, 'full')
    const [low] = limited(plain, 'low')
    expect(full).toMatchObject({ scaleResolutionDownBy: 1 })
    expect(low).toMatchObject({ active: true, scaleResolutionDownBy: 4 })
    expect(low!.maxBitrate).toBeLessThan(full!.maxBitrate!)
  })

  test('of what was not described yet nothing is limited', () => {
    expect(limited([], 'low')).toEqual([])
  })
})
