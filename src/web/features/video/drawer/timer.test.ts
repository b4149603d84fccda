import { expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { timerOf } from './timer.ts'

const session = { startsAt: '2027-02-04T15:00:00.000Z', endsAt: '2027-02-04T16:30:00.000Z' }
const at = (time: string) => timerOf(session, fromIso(`2027-02-04T${time}.000Z`))

// @spec P.244
test('it counts from the start of the session, and warns ten and five minutes before its end', () => {
  expect(at('14:55:30')).toEqual({ phase: 'before', minutes: 5 })
  expect(at('15:00:00')).toEqual({ phase: 'on', elapsed: '0:00', left: 90, warning: undefined })
  expect(at('15:12:05')).toMatchObject({ elapsed: '12:05' })
  expect(at('16:02:05')).toMatchObject({ elapsed: '1:02:05', left: 28 })
  expect(at('16:19:59')).toMatchObject({ left: 11, warning: undefined })
  expect(at('16:20:00')).toMatchObject({ left: 10, warning: 'ten' })
  expect(at('16:25:00')).toMatchObject({ left: 5, warning: 'five' })
  expect(at('16:29:59')).toMatchObject({ left: 1, warning: 'five' })
  expect(at('16:30:00')).toEqual({ phase: 'after', minutes: 0 })
  expect(at('16:33:10')).toEqual({ phase: 'after', minutes: 3 })
})
