// Short ways to write opening hours, bookings and what the slot engine answers, for tests of it.

import { endOfDay, startOfDay, type CalendarDate } from '#time/calendar-date.ts'
import { fromIso as at, toIso, type EpochMs } from '#time/clock.ts'
import { freeSlots, type Busy, type SlotRules, type WeeklyHours, type Window } from '#time/slots/slots.ts'
import { wallClock } from '#time/zones.ts'

export const base: SlotRules = {
  zone: 'America/Mexico_City',
  weekly: {},
  overrides: [],
  busy: [],
  now: at('2027-01-01T00:00Z'),
  durationMin: 60,
  stepMin: 60,
  bufferBeforeMin: 0,
  bufferAfterMin: 0,
  minNoticeMin: 0,
  horizonDays: 400,
  maxPerDay: null,
  maxPerWeek: null,
}

export const windows = (...texts: string[]): Window[] =>
  texts.map((text) => {
    const [start, end] = text.split('-')
    return { start: start!, end: end! }
  })

export const everyDay = (...texts: string[]): WeeklyHours => {
  const w = windows(...texts)
  return { 1: w, 2: w, 3: w, 4: w, 5: w, 6: w, 7: w }
}

export const override = (date: string, ...texts: string[]) => ({
  date: date as CalendarDate,
  windows: windows(...texts),
})

export const busy = (start: string, end: string, more: Partial<Busy> = {}): Busy => ({
  start: at(start),
  end: at(end),
  ...more,
})

/** Starts on the days `from`…`to` of a zone (the coach's unless told), both included. */
export function on(rules: Partial<SlotRules>, from: string, to = from, viewer?: string): EpochMs[] {
  const all = { ...base, ...rules }
  const zone = viewer ?? all.zone
  const range = { from: startOfDay(from as CalendarDate, zone), to: endOfDay(to as CalendarDate, zone) }
  return freeSlots({ ...all, range })
}

export const iso = (starts: EpochMs[]) => starts.map((ms) => toIso(ms).slice(0, 16))

export const walls = (starts: EpochMs[], zone: string) =>
  starts.map((ms) => {
    const { date, hour, minute } = wallClock(ms, zone)
    return `${date.slice(5)} ${hour}:${String(minute).padStart(2, '0')}`
  })
