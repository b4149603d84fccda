import { expect, test } from 'vitest'
import type { ActionDto } from '#contract/actions/actions.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { CalendarTime } from '#contract/calendar/time-blocks.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { NO_TIME, busyDays, daysWith, entriesOf, linesOf, notesOf, stateOf } from './entries.ts'

const days = { from: '2027-02-22' as CalendarDate, to: '2027-02-25' as CalendarDate }

const session = (id: string, startsAt: string, endsAt: string, more: object = {}) =>
  ({
    id,
    startsAt,
    endsAt,
    status: 'confirmed',
    phase: 'upcoming',
    moveRequest: null,
    ...more,
  }) as SessionListItem

const late = session('late', '2027-02-24T05:30:00.000Z', '2027-02-24T06:30:00.000Z')

test('a session is on its day in the viewer zone', () => {
  const entries = entriesOf([late], NO_TIME)
  const dates = (zone: string) => busyDays(daysWith(days, entries, [], zone)).map(({ date }) => date)
  // 23:30 on the 23rd in Mexico City, past midnight there; 21:30 in Tijuana.
  expect(dates('America/Mexico_City')).toEqual(['2027-02-23', '2027-02-24'])
  expect(dates('America/Tijuana')).toEqual(['2027-02-23'])
})

test('an entry that ends at midnight is not on the next day', () => {
  const until = entriesOf([session('until', '2027-02-24T05:00:00.000Z', '2027-02-24T06:00:00.000Z')], NO_TIME)
  const shown = busyDays(daysWith(days, until, [], 'America/Mexico_City'))
  expect(shown.map(({ date }) => date)).toEqual(['2027-02-23'])
})

test('entries are ordered by time, a requested move beside its session', () => {
  const asked = session('asked', '2027-02-23T16:00:00.000Z', '2027-02-23T17:00:00.000Z', {
    moveRequest: {
      startsAt: '2027-02-22T18:00:00.000Z',
      endsAt: '2027-02-22T19:00:00.000Z',
      at: '2027-02-20T18:00:00.000Z',
    },
  })
  const time = {
    ...NO_TIME,
    blocks: [{ id: 'b', startsAt: '2027-02-23T15:00:00.000Z', endsAt: '2027-02-23T23:00:00.000Z' }],
    external: [{ title: null, startsAt: '2027-02-22T20:00:00.000Z', endsAt: '2027-02-22T21:00:00.000Z' }],
  } as unknown as CalendarTime
  const entries = entriesOf([late, asked], time)
  expect(entries.map(({ kind }) => kind)).toEqual(['move', 'external', 'block', 'session', 'session'])
  expect(entries.map(stateOf)).toEqual(['waiting', 'blocked', 'blocked', 'confirmed', 'confirmed'])
  const [monday, tuesday] = daysWith(days, entries, [], 'America/Mexico_City')
  expect(monday?.entries.map(({ kind }) => kind)).toEqual(['move', 'external'])
  expect(tuesday?.entries.map(({ id }) => id)).toEqual(['b', 'asked', 'late'])
})

test('a memorandum is listed among the entries of its day by its time, in the zone of the reader', () => {
  const noon = session('noon', '2027-02-23T18:00:00.000Z', '2027-02-23T19:00:00.000Z')
  const time = {
    ...NO_TIME,
    memorandums: [
      { id: 'evening', date: '2027-02-23', time: '17:30' },
      { id: 'morning', date: '2027-02-23', time: '07:45' },
    ],
  } as unknown as CalendarTime
  const zone = 'America/Mexico_City'
  const notes = notesOf(days, time, [{ dueOn: '2027-02-23' }] as ActionDto[])
  const [, tuesday] = daysWith(days, entriesOf([noon], NO_TIME), notes, zone)
  const lines = linesOf(tuesday!, zone)
  expect(lines.map((line) => (line.kind === 'memorandum' ? line.memorandum.id : line.id))).toEqual([
    'morning',
    'noon',
    'evening',
  ])
})

test('a holiday with overridden hours is not shown as closed; an action without a date is on no day', () => {
  const time = {
    ...NO_TIME,
    holidays: [
      { date: '2027-02-22', key: 'constitution', closed: true },
      { date: '2027-02-24', key: 'juarez', closed: true },
    ],
    overrides: [{ date: '2027-02-22', windows: [{ start: '10:00', end: '12:00' }] }],
  } as unknown as CalendarTime
  const actions = [{ dueOn: '2027-02-23' }, { dueOn: null }] as ActionDto[]
  expect(notesOf(days, time, actions)).toMatchObject([
    { kind: 'holiday', closed: false },
    { kind: 'override' },
    { kind: 'action', date: '2027-02-23' },
    { kind: 'holiday', closed: true },
  ])
})

test('nothing outside the displayed days is shown: a day loaded for its overnight hours, an action of another week', () => {
  const time = {
    ...NO_TIME,
    overrides: ['2027-02-21', '2027-02-22', '2027-02-25'].map((date) => ({ date, windows: [] })),
  } as unknown as CalendarTime
  const actions = ['2027-02-21', '2027-02-24', '2027-03-01'].map((dueOn) => ({ dueOn })) as ActionDto[]
  expect(notesOf(days, time, actions).map(({ kind, date }) => [kind, date])).toEqual([
    ['override', '2027-02-22'],
    ['action', '2027-02-24'],
  ])
})
