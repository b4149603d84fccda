import { z } from 'zod'
import { WallTime } from '#contract/calendar/calendar.ts'
import { createBlock, type BlockDto } from '#contract/calendar/time-blocks.ts'
import { DateOn, toWire } from '#contract/values.ts'
import { addDays, calendarDate, dateOf, dayNumber, wallMinutes } from '#time/calendar-date.ts'
import { HOUR_MS, epochMs, type EpochMs } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'
import { NO_RECURRENCE, RecurrenceForm, recurrenceOf } from '#web/widgets/forms/recurrence-form.ts'
import { spanFrom, wallTimeOf, type Span } from '#web/widgets/times/span.ts'

/** Blocked time as the dialog holds it: dates and local times in the coach's zone (product §8). */
export const BlockForm = z
  .object({
    title: createBlock.body.shape.title,
    allDay: z.boolean(),
    startOn: DateOn,
    startTime: WallTime,
    endOn: DateOn,
    endTime: WallTime,
    recurrence: RecurrenceForm,
  })
  .refine((form) => wallOf(form.endOn, endTimeOf(form)) > wallOf(form.startOn, startTimeOf(form)), {
    path: ['endOn'],
    error: 'ends_before_start',
  })
export type BlockForm = z.input<typeof BlockForm>
type Filled = z.output<typeof BlockForm>

const DAY_MIN = 24 * 60

type Times = { allDay: boolean; startTime: string; endTime: string }

const startTimeOf = ({ allDay, startTime }: Times) => (allDay ? '00:00' : startTime)
const endTimeOf = ({ allDay, endTime }: Times) => (allDay ? '24:00' : endTime)

/** Local minutes since 1970: enough for comparing. */
function wallOf(date: string, time: string): number {
  return dayNumber(calendarDate(date)) * DAY_MIN + wallMinutes(time)
}

/** The form for a new block: a drawn range, or the hour from `now` on. */
export function newBlockForm(span: Span | undefined, now: EpochMs, zone: string): BlockForm {
  const start = epochMs(Math.ceil(now / HOUR_MS) * HOUR_MS)
  return { ...formOf(span ?? { start, end: epochMs(start + HOUR_MS) }, zone), title: '' }
}

/** The form for an existing block. */
export function blockFormOf(block: BlockDto, zone: string): BlockForm {
  return { ...formOf(spanFrom(block), zone), title: block.title ?? '' }
}

function formOf({ start, end }: Span, zone: string): BlockForm {
  const times = { startTime: wallTimeOf(start, zone), endTime: wallTimeOf(end, zone) }
  const startOn = dateOf(start, zone)
  const endOn = dateOf(end, zone)
  const allDay = times.startTime === '00:00' && times.endTime === '00:00' && endOn > startOn
  const common = { startOn, allDay, recurrence: NO_RECURRENCE }
  // A block of whole days is shown with its last day, and with office hours in case it is changed to a block with
  // times.
  if (allDay) return { ...common, endOn: addDays(endOn, -1), startTime: '09:00', endTime: '18:00' }
  if (times.endTime === '00:00') return { ...common, ...times, endOn: addDays(endOn, -1), endTime: '24:00' }
  return { ...common, ...times, endOn }
}

/** Time and title, for the API. An emptied title is sent, so that it is removed. */
export function blockBody(form: Filled, zone: string) {
  const at = (date: string, time: string) =>
    toWire(wallToInstant(calendarDate(date), wallMinutes(time), zone))
  return {
    startsAt: at(form.startOn, startTimeOf(form)),
    endsAt: at(form.endOn, endTimeOf(form)),
    title: form.title ?? '',
  }
}

/** A new block for the API, with its rule if it repeats. */
export function newBlockBody(form: Filled, zone: string) {
  const { title, ...times } = blockBody(form, zone)
  const recurrence = recurrenceOf(form.recurrence)
  return { ...times, ...(title !== '' && { title }), ...(recurrence && { recurrence }) }
}
