import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, addMinutes, epochMs, fromIso, toIso } from '#time/clock.ts'
import { readIcalendar } from '#test/support/calendar/icalendar.ts'
import { type IcalendarFile, writeIcalendar } from './icalendar.ts'

const AT = fromIso('2027-02-04T15:00:00Z')

function entry(more: Partial<IcalendarFile['entries'][number]> = {}): IcalendarFile['entries'][number] {
  return {
    uid: 'c7d5c1de@norte.example',
    sequence: 0,
    status: 'CONFIRMED',
    startsAt: AT,
    endsAt: addMinutes(AT, 60),
    stampAt: AT,
    createdAt: AT,
    changedAt: AT,
    title: 'Sesión 3 con Ana',
    description: '',
    location: null,
    url: 'https://norte.example/session/view/1',
    organizer: { name: 'Ana López', email: 'ana@correo.example' },
    attendee: null,
    ...more,
  }
}

describe('a calendar file', () => {
  test('preserves every text, whatever was typed, in lines of 75 octets', () => {
    const typed = fc.string({ unit: 'grapheme', maxLength: 300 })
    const shown = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
    fc.assert(
      fc.property(typed, typed, typed, (title, description, place) => {
        const text = writeIcalendar({
          method: 'PUBLISH',
          entries: [entry({ title, description, location: place })],
        })
        const [read] = readIcalendar(text).entries
        expect(read).toMatchObject({
          title: shown(title),
          description: shown(description),
          location: shown(place),
        })
      }),
    )
  })

  test('lets no typed text become a separate property', () => {
    const hostile = 'Sesión\r\nATTENDEE:mailto:x@y.example\nEND:VEVENT\r\n\u0000"^;:,\\'
    const text = writeIcalendar({
      method: 'REQUEST',
      entries: [
        entry({
          title: hostile,
          description: hostile,
          location: hostile,
          organizer: { name: hostile, email: 'ana@correo.example' },
        }),
      ],
    })
    const { entries } = readIcalendar(text)
    expect(entries).toHaveLength(1)
    expect(entries[0]!.attendees).toEqual([])
    expect(entries[0]!.organizer).toBe('mailto:ana@correo.example')
  })

  test('uses the address of a person without a name', () => {
    const text = writeIcalendar({
      method: 'REQUEST',
      entries: [entry({ organizer: { name: '\u0007', email: 'ana@correo.example' } })],
    })
    expect(readIcalendar(text).entries[0]!.organizerName).toBe('ana@correo.example')
  })

  test('writes instants in UTC, also across a change of offset and in any zone of the process (family 19)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * 24 * 4 }), (quarters) => {
        const startsAt = epochMs(AT + (quarters * HOUR_MS) / 4)
        const text = writeIcalendar({
          method: 'PUBLISH',
          entries: [entry({ startsAt, endsAt: addMinutes(startsAt, 90) })],
        })
        expect(readIcalendar(text).entries[0]).toMatchObject({
          startsAt: toIso(startsAt),
          endsAt: toIso(addMinutes(startsAt, 90)),
        })
        expect(text).not.toContain('TZID')
      }),
    )
  })

  test('without entries is still a calendar', () => {
    const text = writeIcalendar({
      method: 'PUBLISH',
      feed: { name: 'Norte · Ana', refreshSeconds: 3600 },
      entries: [],
    })
    expect(readIcalendar(text)).toEqual({ method: 'PUBLISH', name: 'Norte · Ana', entries: [] })
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
  })
})
