import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPicture, squareOf } from './pictures.ts'

describe('the framed square', () => {
  test('is the chosen square in a picture of any shape', () => {
    const whole = { x: 25, y: 0, width: 50, height: 100 }
    expect(squareOf(whole, { width: 800, height: 400 })).toEqual({ x: 200, y: 0, side: 400 })
  })

  test('is never outside the picture, and never empty', () => {
    const percent = fc.double({ min: 0, max: 100, noNaN: true })
    const length = fc.integer({ min: 1, max: 12_000 })
    fc.assert(
      fc.property(percent, percent, percent, percent, length, length, (x, y, wide, high, width, height) => {
        const square = squareOf({ x, y, width: wide, height: high }, { width, height })
        expect(square.side).toBeGreaterThanOrEqual(1)
        expect(Math.min(square.x, square.y)).toBeGreaterThanOrEqual(0)
        expect(square.x + square.side).toBeLessThanOrEqual(width)
        expect(square.y + square.side).toBeLessThanOrEqual(height)
      }),
    )
  })
})

test('only the types that the server accepts are accepted (product §18)', () => {
  const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
  expect(types.every((type) => isPicture({ type }))).toBe(true)
  expect(['image/svg+xml', 'text/html', 'image/heic', ''].some((type) => isPicture({ type }))).toBe(false)
})
