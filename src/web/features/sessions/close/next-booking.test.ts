import { expect, test } from 'vitest'
import { NewSessionBody, type SessionListItem } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { spanOf } from '#web/widgets/forms/span-form.ts'
import { NextBooking, emptyNext, nextBody, suggestedNext } from './next-booking.ts'

const zone = 'America/Tijuana'
// Sunday 7 March 2027, 9:00 in Tijuana, a week before its clocks go forward.
const session = {
  type: 'Client',
  clientId: '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10',
  groupId: null,
  startsAt: '2027-03-07T17:00:00.000Z',
  endsAt: '2027-03-07T18:15:00.000Z',
  channel: 'meet',
  meetingUrl: 'https://meet.example.org/x',
  place: null,
} as SessionListItem

test('the same weekday and time on the wall, across a change of the clocks', () => {
  const suggested = suggestedNext(session, fromIso('2027-03-07T18:20:00Z'), zone)
  expect(suggested).toEqual({ date: '2027-03-14', time: '09:00', durationMin: 75 })
  expect(nextBody(spanOf(suggested, zone)!, session)).toMatchObject({
    startsAt: '2027-03-14T16:00:00.000Z',
    endsAt: '2027-03-14T17:15:00.000Z',
  })
})

test('a session closed late is followed by one that is still ahead', () => {
  expect(suggestedNext(session, fromIso('2027-03-21T16:00:00Z'), zone).date).toBe('2027-03-28')
  expect(suggestedNext(session, fromIso('2027-03-21T15:59:59Z'), zone).date).toBe('2027-03-21')
})

test('another one is suggested on a later day than the one that is booked already', () => {
  const now = fromIso('2027-03-07T18:20:00Z')
  // The evening of Sunday 14 March in Tijuana, when it is the 15th in UTC.
  const booked = {
    startsAt: '2027-03-15T01:00:00.000Z',
    endsAt: '2027-03-15T02:00:00.000Z',
  } as SessionListItem
  expect(suggestedNext(session, now, zone, booked).date).toBe('2027-03-21')
  expect(suggestedNext(session, now, zone, null).date).toBe('2027-03-14')
})

test('the booking is with the same people in the same place, and the contract takes it', () => {
  const span = spanOf({ date: '2027-04-01', time: '10:00', durationMin: 60 }, zone)!
  expect(NewSessionBody.parse(nextBody(span, session))).toEqual({
    type: 'Client',
    clientId: session.clientId,
    startsAt: '2027-04-01T17:00:00.000Z',
    endsAt: '2027-04-01T18:00:00.000Z',
    channel: 'meet',
    meetingUrl: 'https://meet.example.org/x',
    outsideHours: true,
  })
})

test('only one that is wanted needs a date and a time', () => {
  const next = emptyNext(session)
  expect(next).toEqual({ wanted: false, date: '', time: '', durationMin: 75 })
  expect(NextBooking.safeParse(next).success).toBe(true)
  expect(NextBooking.safeParse({ ...next, wanted: true }).success).toBe(false)
  expect(NextBooking.safeParse({ ...next, wanted: true, date: '2027-04-01', time: '10:00' }).success).toBe(
    true,
  )
})
