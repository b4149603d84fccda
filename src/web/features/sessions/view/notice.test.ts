import { expect, test } from 'vitest'
import { toWire } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { countingStart, isLate } from './notice.ts'

test('a cancellation is late inside the notice, not at its edge', () => {
  const start = fromIso('2027-02-04T16:00:00Z')
  const day = { cancelNoticeMin: 24 * 60 }
  expect(isLate(day, start, fromIso('2027-02-03T16:00:00Z'))).toBe(false)
  expect(isLate(day, start, fromIso('2027-02-03T16:00:01Z'))).toBe(true)
  expect(isLate({ cancelNoticeMin: 0 }, start, fromIso('2027-02-04T15:59:00Z'))).toBe(false)
})

test('the notice of a session with proposed times counts from the first of them', () => {
  const startsAt = toWire(fromIso('2027-02-04T16:00:00Z'))
  const at = (iso: string) => ({ startsAt: toWire(fromIso(iso)), endsAt: toWire(fromIso(iso)) })
  expect(countingStart({ startsAt, proposals: [] })).toBe(fromIso(startsAt))
  const proposals = [at('2027-02-09T16:00:00Z'), at('2027-02-08T16:00:00Z')]
  expect(countingStart({ startsAt, proposals })).toBe(fromIso('2027-02-08T16:00:00Z'))
})
