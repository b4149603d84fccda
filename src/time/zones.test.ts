import { describe, expect, it } from 'vitest'
import type { CalendarDate } from './calendar-date.ts'
import { fromIso, toIso } from './clock.ts'
import { gmtLabel, isTimeZone, offsetMinutes, wallClock, wallToInstant } from './zones.ts'

const winter = fromIso('2027-01-15T12:00:00Z')
const summer = fromIso('2027-07-15T12:00:00Z')
const wall = (date: string, minutes: number, zone: string) =>
  toIso(wallToInstant(date as CalendarDate, minutes, zone))

describe('zone ids', () => {
  it.each([
    'America/Mexico_City',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Etc/GMT+12',
    'UTC',
    'Europe/Kyiv',
  ])('knows %s', (id) => {
    expect(isTimeZone(id)).toBe(true)
  })

  it.each([
    '',
    'America/Atlantis',
    '+05:00',
    '-06',
    'GMT-06:00',
    'America/Mexico_City ',
    'America/Mexico_City\n',
    '../etc/passwd',
    'constructor',
    `America/${'x'.repeat(5000)}`,
  ])('refuses %j', (id) => {
    expect(isTimeZone(id)).toBe(false)
  })
})

describe('Mexico since 30 October 2022', () => {
  it.each([
    ['America/Mexico_City', -360],
    ['America/Monterrey', -360],
    ['America/Merida', -360],
    ['America/Chihuahua', -360],
    ['America/Bahia_Banderas', -360],
    ['America/Mazatlan', -420],
    ['America/Hermosillo', -420],
    ['America/Cancun', -300],
  ])('%s keeps %d minutes all year', (zone, minutes) => {
    expect(offsetMinutes(zone, winter)).toBe(minutes)
    expect(offsetMinutes(zone, summer)).toBe(minutes)
  })

  it.each([
    ['America/Tijuana', 'America/Los_Angeles'],
    ['America/Ciudad_Juarez', 'America/Denver'],
    ['America/Ojinaga', 'America/Chicago'],
    ['America/Matamoros', 'America/Chicago'],
  ])('%s changes with %s, on the day of the United States', (border, neighbour) => {
    for (
      let ms = fromIso('2023-01-01T00:00Z') as number;
      ms < fromIso('2030-01-01T00:00Z');
      ms += 3_600_000 * 7
    ) {
      const at = ms as ReturnType<typeof fromIso>
      expect([toIso(at), offsetMinutes(border, at)]).toEqual([toIso(at), offsetMinutes(neighbour, at)])
    }
    expect(offsetMinutes(border, summer) - offsetMinutes(border, winter)).toBe(60)
  })

  it('still knows the summer of 2022, before the law changed', () => {
    expect(offsetMinutes('America/Mexico_City', fromIso('2022-07-15T12:00Z'))).toBe(-300)
    expect(offsetMinutes('America/Mexico_City', fromIso('2022-10-30T06:59:59Z'))).toBe(-300)
    expect(offsetMinutes('America/Mexico_City', fromIso('2022-10-30T07:00:00Z'))).toBe(-360)
  })
})

describe('wall time to instant (RFC 5545 §3.3.5)', () => {
  it('reads a time inside a gap with the offset before the gap', () => {
    expect(wall('2027-03-14', 119, 'America/Tijuana')).toBe('2027-03-14T09:59:00.000Z')
    expect(wall('2027-03-14', 120, 'America/Tijuana')).toBe('2027-03-14T10:00:00.000Z')
    expect(wall('2027-03-14', 150, 'America/Tijuana')).toBe('2027-03-14T10:30:00.000Z')
    expect(wall('2027-03-14', 180, 'America/Tijuana')).toBe('2027-03-14T10:00:00.000Z')
    expect(wall('2027-10-03', 135, 'Australia/Lord_Howe')).toBe('2027-10-02T15:45:00.000Z')
    expect(wall('2027-09-05', 0, 'America/Santiago')).toBe('2027-09-05T04:00:00.000Z')
    expect(wall('2027-09-04', 1440, 'America/Santiago')).toBe('2027-09-05T04:00:00.000Z')
    expect(wall('2027-09-05', 30, 'America/Santiago')).toBe('2027-09-05T04:30:00.000Z')
    expect(wall('2027-03-28', 150, 'Europe/Madrid')).toBe('2027-03-28T01:30:00.000Z')
  })

  it('takes the first of two occurrences', () => {
    expect(wall('2027-11-07', 90, 'America/Tijuana')).toBe('2027-11-07T08:30:00.000Z')
    expect(wall('2027-11-07', 120, 'America/Tijuana')).toBe('2027-11-07T10:00:00.000Z')
    expect(wall('2027-10-31', 150, 'Europe/Madrid')).toBe('2027-10-31T00:30:00.000Z')
    expect(wall('2027-04-04', 105, 'Australia/Lord_Howe')).toBe('2027-04-03T14:45:00.000Z')
    expect(wall('2027-04-03', 1410, 'America/Santiago')).toBe('2027-04-04T02:30:00.000Z')
  })

  it('keeps a wall time across the changes of a zone, and across none in Mexico City', () => {
    expect(wall('2027-03-13', 540, 'America/Tijuana')).toBe('2027-03-13T17:00:00.000Z')
    expect(wall('2027-03-14', 540, 'America/Tijuana')).toBe('2027-03-14T16:00:00.000Z')
    expect(wall('2027-04-05', 540, 'America/Mexico_City')).toBe('2027-04-05T15:00:00.000Z')
    expect(wall('2027-04-02', 540, 'America/Mexico_City')).toBe('2027-04-02T15:00:00.000Z')
  })

  it('refuses dates that do not exist and unknown zones', () => {
    expect(() => wallToInstant('2027-02-30' as CalendarDate, 0, 'UTC')).toThrow(RangeError)
    expect(() => wallToInstant('2027-02-28' as CalendarDate, 0, 'America/Atlantis')).toThrow(RangeError)
  })
})

describe('the wall clock', () => {
  it.each([
    ['2027-03-14T09:59:59.999Z', 'America/Tijuana', '2027-03-14', 1, 59, 7],
    ['2027-03-14T10:00:00Z', 'America/Tijuana', '2027-03-14', 3, 0, 7],
    ['2027-03-15T20:30:00Z', 'Asia/Kathmandu', '2027-03-16', 2, 15, 2],
    ['2027-03-15T20:30:00Z', 'Asia/Kolkata', '2027-03-16', 2, 0, 2],
    ['1969-12-31T23:59:00Z', 'UTC', '1969-12-31', 23, 59, 3],
    ['2027-12-31T10:00:00Z', 'Pacific/Kiritimati', '2028-01-01', 0, 0, 6],
  ])('at %s in %s', (iso, zone, date, hour, minute, weekday) => {
    expect(wallClock(fromIso(iso), zone)).toEqual({ date, hour, minute, weekday })
  })
})

describe('offset labels', () => {
  it.each([
    ['America/Mexico_City', summer, 'GMT-06:00'],
    ['America/Tijuana', winter, 'GMT-08:00'],
    ['America/Tijuana', summer, 'GMT-07:00'],
    ['America/St_Johns', winter, 'GMT-03:30'],
    ['Asia/Kathmandu', winter, 'GMT+05:45'],
    ['Australia/Lord_Howe', winter, 'GMT+11:00'],
    ['Australia/Lord_Howe', summer, 'GMT+10:30'],
    ['Pacific/Kiritimati', winter, 'GMT+14:00'],
    ['Etc/GMT+12', winter, 'GMT-12:00'],
    ['UTC', winter, 'GMT+00:00'],
  ])('of %s', (zone, at, label) => {
    expect(gmtLabel(zone, at)).toBe(label)
  })
})
