import { expect, test } from 'vitest'
import { seatShare, seatsLeft, takenSeats } from './seats.ts'

const group = { members: 5, invited: 2, capacity: 12 }

test('an invited person holds a seat too (product §7)', () => {
  expect(takenSeats(group)).toBe(7)
  expect(seatsLeft(group)).toBe(5)
  expect(seatsLeft({ ...group, members: 12 })).toBe(0)
})

test('a share of the seats in percent, at most 100', () => {
  expect(seatShare(5, group)).toBe(42)
  expect(seatShare(0, group)).toBe(0)
  expect(seatShare(20, group)).toBe(100)
})
