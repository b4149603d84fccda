import type { BlockRecurrence, SeriesScope } from '#contract/calendar/recurrence.ts'
import type { DateOverride, HolidayKey, WhyNot } from '#contract/calendar/calendar.ts'
import type { BlockDto, CalendarTime } from '#contract/calendar/time-blocks.ts'
import type { BlockId, DateOn, IsoInstant, UserId } from '#contract/values.ts'
import type { Answered, TestApp } from './app.ts'
import type { TestCoach } from './people.ts'

/** Overrides the hours of dates; an empty list closes them, null restores the weekly ones. */
export function override(
  app: TestApp,
  coach: TestCoach,
  from: string,
  to: string,
  windows: DateOverride['windows'] | null,
): Promise<Answered<'PUT /v1/coach/availability/days/:coachId'>> {
  const body = { from: from as DateOn, to: to as DateOn, windows }
  return app.call(
    'PUT /v1/coach/availability/days/:coachId',
    { params: { coachId: coach.userId }, body },
    coach.token,
  )
}

/** Blocks time; answers the blocks. */
export async function block(
  app: TestApp,
  coach: TestCoach,
  startsAt: string,
  endsAt: string,
  more: { title?: string; recurrence?: Partial<BlockRecurrence> } = {},
): Promise<BlockDto[]> {
  const body = { startsAt: startsAt as IsoInstant, endsAt: endsAt as IsoInstant, ...more }
  const { status, body: made } = await app.call(
    'POST /v1/coach/block/:coachId',
    { params: { coachId: coach.userId }, body: body as never },
    coach.token,
  )
  if (status !== 201) throw new Error(JSON.stringify(made))
  return made.data
}

/** What a coach answers from giving blocked time back. */
export function removeBlock(
  app: TestApp,
  coach: TestCoach,
  blockId: BlockId,
  scope?: SeriesScope,
  coachId: UserId = coach.userId,
): Promise<Answered<'DELETE /v1/coach/block/:coachId/:blockId'>> {
  const query = scope ? { scope } : {}
  return app.call(
    'DELETE /v1/coach/block/:coachId/:blockId',
    { params: { coachId, blockId }, query },
    coach.token,
  )
}

/** What a coach answers from blocking again what was given back with a block. */
export function restoreBlock(
  app: TestApp,
  coach: TestCoach,
  blockId: BlockId,
  coachId: UserId = coach.userId,
): Promise<Answered<'POST /v1/coach/block/:coachId/:blockId/restore'>> {
  return app.call(
    'POST /v1/coach/block/:coachId/:blockId/restore',
    { params: { coachId, blockId } },
    coach.token,
  )
}

/** What a coach answers from changing one block. */
export function changeBlock(
  app: TestApp,
  coach: TestCoach,
  blockId: BlockId,
  body: object,
  coachId: UserId = coach.userId,
): Promise<Answered<'PUT /v1/coach/block/:coachId/:blockId'>> {
  return app.call(
    'PUT /v1/coach/block/:coachId/:blockId',
    { params: { coachId, blockId }, body: body as never },
    coach.token,
  )
}

/** What the coach's calendar shows beside sessions in [from, to). */
export async function calendarTime(
  app: TestApp,
  coach: TestCoach,
  from: string,
  to: string,
): Promise<CalendarTime> {
  const { status, body } = await app.call(
    'GET /v1/coach/calendar-time/:coachId',
    { params: { coachId: coach.userId }, query: { from, to } },
    coach.token,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Why a start is not offered. */
export async function whyNot(
  app: TestApp,
  coach: TestCoach,
  startsAt: string,
  duration = 60,
): Promise<WhyNot> {
  const { status, body } = await app.call(
    'GET /v1/coach/availability/why/:coachId',
    { params: { coachId: coach.userId }, query: { startsAt, duration } },
    coach.token,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** A closed holiday as `why` tells it. */
export function onHoliday(holiday: HolidayKey): WhyNot {
  return { code: 'holiday', inTheWay: null, side: null, holiday }
}
