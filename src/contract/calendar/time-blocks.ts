import { z } from 'zod'
import { DateOverride, HolidayKey } from './calendar.ts'
import { endpoint } from '../endpoint.ts'
import { CalendarMemorandum } from '../memorandums/memorandums.ts'
import { BlockRecurrence, SeriesScope } from './recurrence.ts'
import { BlockId, DateOn, IsoInstant, SeriesId, UserId, line } from '../values.ts'

/** Time the coach keeps free of sessions ("Bloquear tiempo", product §8). */
export const BlockDto = z.object({
  id: BlockId,
  seriesId: SeriesId.nullable(),
  /** Whether its series repeats without end. */
  endless: z.boolean(),
  title: z.string().nullable(),
  startsAt: IsoInstant,
  endsAt: IsoInstant,
})
export type BlockDto = z.infer<typeof BlockDto>

/** Most series without end that a coach may have at once. */
export const MOST_ENDLESS_BLOCKS = 20

/** What the coach's calendar shows besides sessions. */
export const CalendarTime = z.object({
  blocks: z.array(BlockDto),
  /** Busy time of the external calendar. */
  external: z.array(z.object({ title: z.string().nullable(), startsAt: IsoInstant, endsAt: IsoInstant })),
  /** Holidays of the range, closed or not. */
  holidays: z.array(z.object({ date: DateOn, key: HolidayKey, closed: z.boolean() })),
  overrides: z.array(DateOverride),
  /** Open memorandums that are due in the range. */
  memorandums: z.array(CalendarMemorandum),
})
export type CalendarTime = z.infer<typeof CalendarTime>

const CoachIdParams = z.strictObject({ coachId: UserId })
const BlockParams = z.strictObject({ coachId: UserId, blockId: BlockId })

export const getCalendarTime = endpoint({
  method: 'GET',
  path: '/v1/coach/calendar-time/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary:
    'Blocked and external time, holidays, overrides and open memorandums that touch [from, to), at most 400 days',
  params: CoachIdParams,
  query: z.strictObject({ from: IsoInstant, to: IsoInstant }),
  response: CalendarTime,
  errors: ['coach.not_found'],
})

const block = {
  startsAt: IsoInstant,
  endsAt: IsoInstant,
  title: line(0, 120).optional(),
}

export const createBlock = endpoint({
  method: 'POST',
  path: '/v1/coach/block/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary:
    'Blocks time, once or by a rule, which may have no end (it then answers the first block); sessions in that time are kept',
  params: CoachIdParams,
  body: z.strictObject({ ...block, recurrence: BlockRecurrence.optional() }),
  response: z.object({ data: z.array(BlockDto) }),
  status: 201,
  errors: ['coach.not_found', 'calendar.too_many_endless_blocks'],
})

export const putBlock = endpoint({
  method: 'PUT',
  path: '/v1/coach/block/:coachId/:blockId',
  access: 'paidCoach',
  owner: 'practice',
  summary: 'Moves, lengthens or renames one block',
  params: BlockParams,
  body: z.strictObject(block),
  response: BlockDto,
  errors: ['coach.not_found', 'calendar.block_not_found'],
})

export const deleteBlock = endpoint({
  method: 'DELETE',
  path: '/v1/coach/block/:coachId/:blockId',
  access: 'paidCoach',
  owner: 'practice',
  summary:
    'Gives blocked time back: one block, or it and what follows in its series, or all; it can be restored',
  params: BlockParams,
  query: z.strictObject({ scope: SeriesScope.default('one') }),
  errors: ['coach.not_found', 'calendar.block_not_found'],
})

export const restoreBlock = endpoint({
  method: 'POST',
  path: '/v1/coach/block/:coachId/:blockId/restore',
  access: 'paidCoach',
  owner: 'practice',
  summary:
    'Blocks again what was given back with this block; of a series without end it answers the first block',
  params: BlockParams,
  response: z.object({ data: z.array(BlockDto) }),
  errors: ['coach.not_found', 'calendar.block_not_found', 'calendar.too_many_endless_blocks'],
})
