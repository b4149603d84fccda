import { expect, test } from 'vitest'
import { createBlock, type BlockDto } from '#contract/calendar/time-blocks.ts'
import { fromIso } from '#time/clock.ts'
import { spanFrom } from '#web/widgets/times/span.ts'
import { BlockForm, blockBody, blockFormOf, newBlockBody, newBlockForm } from './block-form.ts'

const zone = 'America/Tijuana'
const now = fromIso('2027-02-23T18:10:00.000Z')

const block = (startsAt: string, endsAt: string) =>
  ({ id: 'b', seriesId: null, title: 'Vacaciones', startsAt, endsAt }) as BlockDto

const body = (form: BlockForm) => newBlockBody(BlockForm.parse(form), zone)

test('a new block is the drawn range, or the next full hour', () => {
  const span = spanFrom({ startsAt: '2027-02-24T17:30:00.000Z', endsAt: '2027-02-24T18:15:00.000Z' })
  expect(newBlockForm(span, now, zone)).toMatchObject({
    startOn: '2027-02-24',
    startTime: '09:30',
    endTime: '10:15',
    allDay: false,
  })
  expect(newBlockForm(undefined, now, zone)).toMatchObject({ startTime: '11:00', endTime: '12:00' })
})

test('a block and its form are equivalent: within a day, up to midnight, overnight, whole days, over a change of offset', () => {
  const spans = [
    ['2027-02-24T17:30:00.000Z', '2027-02-24T18:15:00.000Z'],
    ['2027-02-25T04:00:00.000Z', '2027-02-25T08:00:00.000Z'],
    ['2027-02-25T06:00:00.000Z', '2027-02-25T10:00:00.000Z'],
    ['2027-03-13T08:00:00.000Z', '2027-03-16T07:00:00.000Z'],
  ] as const
  for (const [startsAt, endsAt] of spans) {
    const form = blockFormOf(block(startsAt, endsAt), zone)
    expect(blockBody(BlockForm.parse(form), zone)).toEqual({ startsAt, endsAt, title: 'Vacaciones' })
  }
  expect(blockFormOf(block(...spans[3]), zone)).toMatchObject({ allDay: true, endOn: '2027-03-15' })
})

test('an end not after the start is an error at its date; a whole day ends after it begins', () => {
  const form = { ...newBlockForm(undefined, now, zone), endTime: '11:00' }
  expect(BlockForm.safeParse(form).error?.issues).toMatchObject([
    { path: ['endOn'], message: 'ends_before_start' },
  ])
  expect(BlockForm.safeParse({ ...form, allDay: true }).success).toBe(true)
  expect(BlockForm.safeParse({ ...form, allDay: true, endOn: '2027-02-22' }).success).toBe(false)
})

test('the body is valid by the contract; a missing title is left out', () => {
  const form = newBlockForm(undefined, now, zone)
  const repeated = {
    ...form,
    title: 'Comida',
    recurrence: { ...form.recurrence, repeats: 'weekly' as const },
  }
  expect(body(form)).not.toHaveProperty('title')
  expect(createBlock.body.safeParse(body(form)).success).toBe(true)
  expect(createBlock.body.parse(body(repeated))).toMatchObject({
    title: 'Comida',
    recurrence: { frequency: 'weekly', interval: 1, count: 8 },
  })
})
