import { describe, expect, test } from 'vitest'
import { NewSessionBody } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { type Calendar, DEFAULT_SETTINGS } from '#server/modules/calendars/calendars.domain.ts'
import type { TakenTime } from '#server/modules/calendars/taken/taken-time.domain.ts'
import { bookingErrors, bookingRefusal } from './bookings.domain.ts'

// Monday 1 February 2027, 9:00 in Mexico City.
const NOW = fromIso('2027-02-01T15:00:00Z')
const calendar: Calendar = {
  ...DEFAULT_SETTINGS,
  timezone: 'America/Mexico_City',
  reviewedAt: null,
  offersNorte: false,
  updatedAt: NOW,
}
const CLIENT = '3f0a1c52-6d0e-4b0b-9d53-5d1b1a3f0c11'

const time = (startsAt: string, endsAt: string) => ({ startsAt: fromIso(startsAt), endsAt: fromIso(endsAt) })
const taken = (
  startsAt: string,
  endsAt: string,
  status: TakenTime['status'] = 'confirmed',
  kind: TakenTime['kind'] = 'session',
): TakenTime => ({ ...time(startsAt, endsAt), kind, sessionId: null, title: null, untitled: null, status })
const refusal = (
  by: 'coach' | 'client',
  wish: ReturnType<typeof time>,
  others: TakenTime[] = [],
  outsideHours = false,
) => bookingRefusal({ ...wish, outsideHours }, by, calendar, { overrides: [], times: others }, NOW)

// Wednesday, 9:00 to 10:00 in Mexico City: offered.
const OFFERED = time('2027-02-03T15:00:00Z', '2027-02-03T16:00:00Z')

describe('a client', () => {
  test('gets an offered start', () => {
    expect(refusal('client', OFFERED)).toBeUndefined()
  })

  test.each([
    ['beside the grid', time('2027-02-03T15:10:00Z', '2027-02-03T16:10:00Z')],
    ['a second beside the grid', time('2027-02-03T15:00:01Z', '2027-02-03T16:00:01Z')],
    ['before the hours', time('2027-02-03T14:00:00Z', '2027-02-03T15:00:00Z')],
    ['over the end of the hours', time('2027-02-03T19:30:00Z', '2027-02-03T20:30:00Z')],
    ['on a Sunday', time('2027-02-07T15:00:00Z', '2027-02-07T16:00:00Z')],
    ['inside the notice', time('2027-02-02T14:30:00Z', '2027-02-02T15:30:00Z')],
    ['beyond the horizon', time('2027-04-14T15:00:00Z', '2027-04-14T16:00:00Z')],
    ['in the past', time('2027-01-27T15:00:00Z', '2027-01-27T16:00:00Z')],
    ['in a length not on offer', time('2027-02-03T15:00:00Z', '2027-02-03T16:30:00Z')],
    ['in a length of broken minutes', time('2027-02-03T15:00:00Z', '2027-02-03T15:59:30Z')],
  ])('is refused a start %s, with or without outsideHours', (_, wish) => {
    expect(refusal('client', wish)).toBe('session.not_offered')
    expect(refusal('client', wish, [], true)).toBe('session.not_offered')
  })

  test('is refused a taken start and one inside a buffer alike', () => {
    const others = [taken('2027-02-03T16:00:00Z', '2027-02-03T17:00:00Z')]
    expect(refusal('client', time('2027-02-03T16:30:00Z', '2027-02-03T17:30:00Z'), others)).toBe(
      'session.not_offered',
    )
    // 9:00 to 10:00 and 15 minutes after it overlap the session at 10:00.
    expect(refusal('client', OFFERED, others)).toBe('session.not_offered')
  })
})

describe('a coach', () => {
  test('books an offered start in any length', () => {
    expect(refusal('coach', OFFERED)).toBeUndefined()
    expect(refusal('coach', time('2027-02-03T15:00:00Z', '2027-02-03T16:35:00Z'))).toBeUndefined()
  })

  test('books outside the offered hours only deliberately', () => {
    const night = time('2027-02-03T08:00:00Z', '2027-02-03T09:00:00Z')
    expect(refusal('coach', night)).toBe('session.not_offered')
    expect(refusal('coach', night, [], true)).toBeUndefined()
  })

  test('records past sessions', () => {
    expect(refusal('coach', time('2027-01-20T08:07:00Z', '2027-01-20T09:00:00Z'))).toBeUndefined()
  })

  test('never overlaps another session of theirs, even deliberately', () => {
    const others = [taken('2027-02-03T15:30:00Z', '2027-02-03T16:30:00Z', 'requested')]
    expect(refusal('coach', OFFERED, others)).toBe('session.overlap')
    expect(refusal('coach', OFFERED, others, true)).toBe('session.overlap')
  })

  test('never overlaps a time held for a move either; blocked and external time only deliberately', () => {
    const at = (kind: TakenTime['kind']) => [
      taken('2027-02-03T15:30:00Z', '2027-02-03T16:30:00Z', null, kind),
    ]
    expect(refusal('coach', OFFERED, at('move'), true)).toBe('session.overlap')
    for (const kind of ['block', 'external'] as const) {
      expect(refusal('client', OFFERED, at(kind))).toBe('session.not_offered')
      expect(refusal('coach', OFFERED, at(kind))).toBe('session.not_offered')
      expect(refusal('coach', OFFERED, at(kind), true)).toBeUndefined()
    }
  })

  test('may book next to a session, and over a cancelled one', () => {
    const touching = [taken('2027-02-03T16:00:00Z', '2027-02-03T17:00:00Z')]
    expect(refusal('coach', OFFERED, touching, true)).toBeUndefined()
    const noShow = [taken('2027-02-03T15:00:00Z', '2027-02-03T16:00:00Z', 'noShowClient')]
    expect(refusal('coach', OFFERED, noShow)).toBeUndefined()
  })
})

describe('the fields of a booking', () => {
  const errors = (by: 'coach' | 'client', fields: object) =>
    bookingErrors(
      NewSessionBody.parse({
        type: 'Client',
        startsAt: '2027-02-03T15:00:00Z',
        endsAt: '2027-02-03T16:00:00Z',
        ...fields,
      }),
      by,
      NOW,
    )

  test('are valid in the usual combinations', () => {
    expect(errors('client', {})).toEqual({})
    expect(errors('coach', { clientId: CLIENT, channel: 'place', place: 'Oficina' })).toEqual({})
  })

  test('report an invalid length', () => {
    const ending = (endsAt: string) => errors('client', { endsAt })
    expect(ending('2027-02-03T15:00:00Z')).toEqual({ endsAt: 'ends_before_start' })
    expect(ending('2027-02-03T15:14:00Z')).toEqual({ endsAt: 'session_length' })
    expect(ending('2027-02-03T23:01:00Z')).toEqual({ endsAt: 'session_length' })
    expect(ending('2027-02-03T23:00:00Z')).toEqual({})
  })

  // @spec P.45
  test('refuse a start more than five years ago', () => {
    const recorded = (startsAt: string, endsAt: string) =>
      errors('coach', { clientId: CLIENT, startsAt, endsAt })
    expect(recorded('2022-02-01T15:00:00Z', '2022-02-01T16:00:00Z')).toEqual({})
    expect(recorded('2022-01-31T14:59:00Z', '2022-01-31T15:59:00Z')).toEqual({ startsAt: 'start_too_old' })
    expect(recorded('1999-01-01T15:00:00Z', '1999-01-01T16:00:00Z')).toEqual({ startsAt: 'start_too_old' })
  })

  test('require the client or group from a coach', () => {
    expect(errors('coach', {})).toEqual({ clientId: 'required' })
  })

  test('refuse where to meet and the title from a client', () => {
    const fields = { title: 'Otra', channel: 'zoom', meetingUrl: 'https://zoom.us/j/1', place: 'Café' }
    expect(Object.keys(errors('client', fields))).toEqual(['title', 'channel', 'meetingUrl', 'place'])
  })
})
