import { describe, expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { ageInDays } from './brief.domain.ts'

describe('the age of an action is counted in days of a calendar', () => {
  const zone = 'America/Mexico_City'
  test.each([
    ['on the same day', '2027-02-09T14:00:00Z', '2027-02-10T05:59:00Z', 0],
    ['last night', '2027-02-09T05:30:00Z', '2027-02-09T06:30:00Z', 1],
    ['two weeks before at a later hour', '2027-02-09T20:00:00Z', '2027-02-23T16:00:00Z', 14],
  ])('%s', (_, agreedAt, now, days) => {
    expect(ageInDays(fromIso(agreedAt), fromIso(now), zone)).toBe(days)
  })
})
