import { expect, test } from 'vitest'
import type { BlockDto } from '#contract/calendar/time-blocks.ts'
import { comingBlocks } from './coming-blocks.ts'

const block = (id: string, startsAt: string, seriesId: string | null = null, endless = false) =>
  ({ id, startsAt, endsAt: startsAt, seriesId, endless, title: null }) as unknown as BlockDto

test('a series is listed once, by its next block, among the single blocks', () => {
  const shown = comingBlocks([
    block('b2', '2027-03-02T15:00:00.000Z', 's'),
    block('one', '2027-02-25T15:00:00.000Z'),
    block('b1', '2027-02-23T15:00:00.000Z', 's'),
  ])
  expect(shown.map(({ next, count }) => [next.id, count])).toEqual([
    ['b1', 2],
    ['one', 1],
  ])
})

test('a series without end says so', () => {
  const shown = comingBlocks([
    block('b1', '2027-02-23T15:00:00.000Z', 's', true),
    block('b2', '2027-03-02T15:00:00.000Z', 's', true),
    block('one', '2027-02-25T15:00:00.000Z'),
  ])
  expect(shown.map(({ next, endless }) => [next.id, endless])).toEqual([
    ['b1', true],
    ['one', false],
  ])
})
