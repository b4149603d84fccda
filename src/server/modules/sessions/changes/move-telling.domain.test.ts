import { describe, expect, test } from 'vitest'
import { HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { type TimeEvent, lastToldTime } from './move-telling.domain.ts'

const MIDNIGHT = fromIso('2027-02-02T00:00:00Z')
const at = (hour: number) => ({
  startsAt: toIso(epochMs(MIDNIGHT + hour * HOUR_MS)),
  endsAt: toIso(epochMs(MIDNIGHT + (hour + 1) * HOUR_MS)),
})

type More = { by?: 'coach' | 'client'; quiet?: true; mailedLater?: true; toldOfSeries?: boolean }

/** A move of an hour's session from one hour of the day to another. */
function moved(from: number, to: number, { toldOfSeries = false, ...more }: More = {}): TimeEvent {
  const before = { fromStartsAt: at(from).startsAt, fromEndsAt: at(from).endsAt }
  const payload = { clientId: null, groupId: null, ...at(to), ...before, by: 'coach' as const, ...more }
  return { type: 'session.rescheduled', payload, toldOfSeries }
}
const loud = (from: number, to: number, by: 'coach' | 'client' = 'coach') =>
  moved(from, to, { by, mailedLater: true })
const silent = (from: number, to: number) => moved(from, to, { quiet: true, mailedLater: true })
const event = (type: TimeEvent['type'], more: object = {}): TimeEvent =>
  ({ type, payload: { clientId: null, groupId: null, ...at(9), ...more }, toldOfSeries: false }) as TimeEvent
const booked = event('session.booked')

describe('the time that a client was last told of', () => {
  test.each<[string, TimeEvent[], first: number, told: number]>([
    ['is the one before the moves', [booked, loud(9, 10), loud(10, 11)], 9, 9],
    ['is the one before silent moves', [booked, silent(9, 10), silent(10, 11), loud(11, 12)], 11, 9],
    ['is so with silent moves in between', [booked, silent(9, 10), loud(10, 11), silent(11, 12)], 10, 9],
    [
      'is the one of the mail before',
      [booked, loud(9, 10), event('session.move_told', { to: 'client' }), silent(10, 11), loud(11, 12)],
      11,
      10,
    ],
    [
      'is not the one of the coach’s mail',
      [booked, silent(9, 10), event('session.move_told', { to: 'coach' }), loud(10, 11)],
      10,
      9,
    ],
    ['is the one of a reminder', [silent(9, 10), event('session.reminded'), loud(10, 11)], 10, 10],
    [
      'is not the one of a reminder after the moves',
      [booked, silent(9, 10), loud(10, 11), event('session.reminded')],
      10,
      9,
    ],
    ['is the one that the client moved it from', [booked, silent(9, 10), loud(10, 11, 'client')], 10, 10],
    [
      'is the one told with the first of the series',
      [booked, moved(9, 10, { quiet: true, toldOfSeries: true }), silent(10, 11), loud(11, 12)],
      11,
      10,
    ],
    ['is the one of an older release’s mail', [booked, moved(9, 10), silent(10, 11), loud(11, 12)], 11, 10],
    [
      'stays where a move and its way back were not mailed',
      [booked, loud(9, 10), loud(10, 9), silent(9, 11), loud(11, 12)],
      11,
      9,
    ],
  ])('%s', (_, happened, first, told) => {
    expect(lastToldTime(happened, at(first))).toEqual(at(told))
  })
})
