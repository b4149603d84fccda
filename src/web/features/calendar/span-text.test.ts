import { expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { spanText, timesText } from './span-text.ts'

const ZONE = 'America/Tijuana'
const texts = (start: string, end: string) => {
  const span = { start: fromIso(start), end: fromIso(end) }
  return [spanText, timesText].map((text) => text(span, ZONE, 'es-MX', 'Todo el día'))
}

test('a span within a day is shown by its times, past midnight too', () => {
  expect(texts('2027-03-01T17:00:00.000Z', '2027-03-01T18:00:00.000Z')).toEqual([
    'lunes 1 de marzo, 9:00–10:00\u00a0h',
    '9:00–10:00\u00a0h',
  ])
  expect(texts('2027-03-02T07:00:00.000Z', '2027-03-02T09:00:00.000Z')[1]).toBe('23:00–1:00\u00a0h')
})

test('whole days are shown without times, also a day of 23 hours', () => {
  expect(texts('2027-03-14T08:00:00.000Z', '2027-03-15T07:00:00.000Z')).toEqual([
    'domingo 14 de marzo · Todo el día',
    'Todo el día',
  ])
  expect(texts('2027-03-12T08:00:00.000Z', '2027-03-16T07:00:00.000Z')).toEqual([
    '12 mar 2027 – 15 mar 2027',
    'Todo el día',
  ])
})

test('a span longer than a day is shown with the dates of both ends', () => {
  expect(texts('2027-02-26T17:00:00.000Z', '2027-02-27T18:15:00.000Z')).toEqual([
    'viernes 26 de febrero, 9:00\u00a0h – sábado 27 de febrero, 10:15\u00a0h',
    '26 de febrero, 9:00\u00a0h – 27 de febrero, 10:15\u00a0h',
  ])
})
