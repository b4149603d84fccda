import { expect, test } from 'vitest'
import { calendarDate } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { show } from '#test/support/web/show.tsx'
import type { Clash, Span } from '../span.ts'
import { DayHours } from './DayHours.tsx'

const span = (from: string, to: string): Span => ({
  start: fromIso(`2027-02-04T${from}:00.000Z`),
  end: fromIso(`2027-02-04T${to}:00.000Z`),
})

/** The bar of 4 February 2027 in Mexico City, and where its parts are. */
const draw = (open: readonly [string, string][], taken: Span[] = [], range?: Span, clash?: Clash) => {
  const { container } = show(
    <DayHours
      date={calendarDate('2027-02-04')}
      timezone="America/Mexico_City"
      open={open.map(([start, end]) => ({ start, end }))}
      taken={taken}
      range={range}
      clash={clash}
    />,
  )
  const bar = container.querySelector('[aria-hidden]')!
  return [...bar.children].map((part) => {
    const { insetInlineStart, width } = (part as HTMLElement).style
    return [insetInlineStart, width].map((text) => Math.round(Number.parseFloat(text) * 10) / 10)
  })
}

const told = () => document.querySelector('p')?.textContent

test('the hours of a day are said in words and drawn between 8:00 and 20:00', () => {
  expect(
    draw([
      ['09:00', '14:00'],
      ['16:00', '20:00'],
    ]),
  ).toEqual([
    [8.3, 41.7],
    [66.7, 33.3],
  ])
  expect(told()).toBe('Tu horario ese día: 9:00–14:00\u00a0h y 16:00–20:00\u00a0h')
})

test('a closed day says so', () => {
  expect(draw([])).toEqual([])
  expect(told()).toBe('Fuera de tu horario: ese día no atiendes.')
})

test('what is taken and what is chosen is drawn where it is, and an early hour makes the day longer', () => {
  // 12:00 is taken; 6:00 is chosen, so that the bar begins there.
  const parts = draw([['09:00', '20:00']], [span('18:00', '19:00')], span('12:00', '13:00'))
  expect(parts).toEqual([
    [21.4, 78.6],
    [42.9, 7.1],
    [0, 7.1],
  ])
})

test('what is on another day is not drawn', () => {
  const night = { start: fromIso('2027-02-04T04:00:00.000Z'), end: fromIso('2027-02-04T08:00:00.000Z') }
  const yesterday = { start: fromIso('2027-02-03T18:00:00.000Z'), end: fromIso('2027-02-03T19:00:00.000Z') }
  // From 22:00 the day before to 2:00: two hours of twenty are left.
  expect(draw([], [night, yesterday])).toEqual([[0, 10]])
})

test('times that overlap are one in words and in the drawing', () => {
  const group = span('18:00', '19:00')
  expect(
    draw(
      [
        ['09:00', '12:00'],
        ['09:00', '14:00'],
        ['13:00', '15:00'],
      ],
      [group, group, span('18:30', '20:00')],
    ),
  ).toEqual([
    [8.3, 50],
    [33.3, 16.7],
  ])
  expect(told()).toBe('Tu horario ese día: 9:00–15:00\u00a0h')
})
