import { beforeAll, expect, test } from 'vitest'
import type { TFunction } from 'i18next'
import type { BlockDto } from '#contract/calendar/time-blocks.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { calendarDate } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { i18n } from '#web/api/texts/i18n.ts'
import { confirmedSession } from '#test/support/web/people.ts'
import type { DayNote, Entry } from '../entries.ts'
import { eventOf, noteEventOf } from './grid-events.ts'

let t: TFunction<['calendar', 'schedule']>
beforeAll(() => {
  t = i18n.getFixedT(null, ['calendar', 'schedule'])
})

const span = { start: fromIso('2027-02-04T15:00:00.000Z'), end: fromIso('2027-02-04T16:00:00.000Z') }
const session = (change: Partial<SessionDto> = {}): Entry => ({
  kind: 'session',
  id: 's',
  ...span,
  session: confirmedSession(change),
})
const block: Entry = { kind: 'block', id: 'b', ...span, block: { id: 'b', title: null } as BlockDto }

test.each<[string, Entry, 'coach' | 'client', boolean]>([
  ['a session that may be moved', session(), 'coach', true],
  ['one that may not', session({ allowedActions: [] }), 'coach', false],
  ['one that was just dragged, until it is stored', { ...session(), unsaved: true }, 'coach', false],
  ['blocked time', block, 'coach', true],
  ['a session, by the client', session(), 'client', false],
  ['imported time', { kind: 'external', id: 'e', ...span, title: null }, 'coach', false],
  ['a move that was asked for', { ...session(), kind: 'move' } as Entry, 'coach', false],
])('%s can be dragged or not', (_, entry, side, isDraggable) => {
  expect(eventOf(entry, side, t).editable).toBe(isDraggable)
})

test('what is not certain is drawn as an outline: requested, asked for, just dragged', () => {
  const pale = (entry: Entry) => /pale/.test(String(eventOf(entry, 'coach', t).className))
  expect([session(), block].map(pale)).toEqual([false, false])
  const uncertain: Entry[] = [
    session({ status: 'requested' }),
    session({ status: 'proposed' }),
    { ...session(), kind: 'move' } as Entry,
    { ...block, unsaved: true },
  ]
  expect(uncertain.map(pale)).toEqual([true, true, true, true])
})

test('only a session is a link; blocked time without a title has a name all the same', () => {
  expect(eventOf(session(), 'coach', t).url).toMatch(/session/)
  expect(eventOf(block, 'coach', t)).toMatchObject({ title: 'Tiempo bloqueado' })
  expect(eventOf(block, 'coach', t).url).toBeUndefined()
})

test('a day says what is different: closed, other hours, a holiday', () => {
  const date = calendarDate('2027-02-05')
  const titleOf = (note: DayNote) => noteEventOf(note, t).title
  expect(titleOf({ kind: 'override', date, windows: [] })).toBe(t('calendar:dayClosed'))
  const hours = titleOf({ kind: 'override', date, windows: [{ start: '09:00', end: '12:00' }] as never })
  expect(hours).toMatch(/9:00.*12:00/)
  const holiday = { kind: 'holiday', date, holiday: 'constitution' } as const
  expect(titleOf({ ...holiday, closed: false })).not.toBe(titleOf({ ...holiday, closed: true }))
})

test('in a month, sessions and what closes a day come before what is to be done', () => {
  const date = calendarDate('2027-02-05')
  const rank = (note: DayNote) => noteEventOf(note, t)['rank'] as number
  const memorandum = {
    kind: 'memorandum',
    date,
    memorandum: { id: 'm', time: '08:00', description: 'Llamar' },
  } as DayNote
  const sessionRank = eventOf(session(), 'coach', t)['rank'] as number
  expect(rank({ kind: 'override', date, windows: [] })).toBe(sessionRank)
  expect(rank(memorandum)).toBeGreaterThan(sessionRank)
})
