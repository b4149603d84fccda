import { expect, test } from 'vitest'
import { type Point, growthIn, riseOf, slopeOf } from '../../bench/growth.ts'
import { type Look, growthOf } from '../../bench/video/looks.ts'

const series = (valueAt: (minute: number) => number, minutes = 24): Point[] =>
  Array.from({ length: minutes + 1 }, (_, minute) => ({ minute, value: valueAt(minute) }))

test('the slope of a line is that of each two of its points', () => {
  expect(slopeOf(series((minute) => 100 + 3 * minute))).toBe(3)
  expect(slopeOf(series(() => 7))).toBe(0)
})

test('looks that met something passing do not move the slope', () => {
  const quiet = series((minute) => 1_000 + (minute % 2))
  const disturbed = quiet.map(({ minute, value }) => ({ minute, value: minute > 20 ? value + 500 : value }))
  expect(slopeOf(disturbed)).toBeLessThan(0.5)
})

test('looks that are not a minute apart count with their time', () => {
  const late = [0, 1, 2, 7, 8].map((minute) => ({ minute, value: 10 * minute }))
  expect(slopeOf(late)).toBe(10)
})

test('growth is a share of what there is', () => {
  expect(
    growthIn(
      30,
      series((minute) => 988 + minute),
    ),
  ).toBeCloseTo(0.03)
  expect(
    growthIn(
      30,
      series((minute) => 1_012 - minute),
    ),
  ).toBeCloseTo(-0.03)
})

test('what comes and goes is no rise, what stays is one', () => {
  expect(riseOf(series((minute) => 493 + 10 * (minute % 3)))).toBe(0)
  expect(riseOf(series((minute) => 493 + (minute > 12 ? 1 : 0)))).toBe(1)
  expect(riseOf(series((minute) => 493 - minute))).toBe(-17)
})

test('nothing is said of too few looks', () => {
  expect(() => slopeOf(series(() => 1, 0))).toThrow('two looks')
  expect(() => riseOf(series(() => 1, 1))).toThrow('three looks')
})

const LEVEL = { heapKb: 10_000, processKb: 125_000, nodes: 758, listeners: 493 }
const looks = (change: (minute: number) => Partial<Look>, minutes = 30): Look[] =>
  Array.from({ length: minutes + 1 }, (_, minute) => ({ minute, ...LEVEL, ...change(minute) }))

test('a tab that grows only while it warms up does not grow', () => {
  const warming = looks((minute) => ({ heapKb: minute < 8 ? 9_000 + 100 * minute : 10_000 + (minute % 2) }))
  expect(growthOf(warming)).toMatchObject({ nodes: 0, listeners: 0, isNone: true })
})

test.for([
  ['an object of 500 bytes each second', (minute: number) => ({ heapKb: 10_000 + minute * 30 })],
  ['memory of the process', (minute: number) => ({ processKb: 125_000 + minute * 300 })],
  ['a node each five minutes', (minute: number) => ({ nodes: 758 + Math.floor(minute / 5) })],
  ['a listener each ten minutes', (minute: number) => ({ listeners: 493 + Math.floor(minute / 10) })],
] as const)('%s is growth', ([, change]) => {
  expect(growthOf(looks(change))).toMatchObject({ isNone: false })
})

test('a short call says nothing', () => {
  expect(growthOf(looks(() => ({}), 15))).toBeUndefined()
})
