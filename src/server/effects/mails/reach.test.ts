import { expect, test } from 'vitest'
import type { Recipient } from '#server/effects/facts/people.ts'
import { epochMs } from '#time/clock.ts'
import { isReached } from './reach.ts'

const reaches = (email: string) =>
  isReached('sessionBooked', { side: 'coach', userId: 'x', email } as unknown as Recipient, epochMs(0))

// @spec P.355
test('nothing is sent to an address that nobody has', () => {
  expect(reaches('ana@norte.example')).toBe(true)
  expect(reaches('0198@deleted.invalid')).toBe(false)
  expect(reaches('0198@imported.invalid')).toBe(false)
})
