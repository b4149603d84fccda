import { z } from 'zod'
import { WallTime } from '../calendar/calendar.ts'
import { endpoint } from '../endpoint.ts'
import {
  ClientId,
  DateOn,
  GroupId,
  IsoInstant,
  MemorandumId,
  PageQuery,
  Photo,
  SessionId,
  TimeZoneId,
  UserId,
  line,
  pageOf,
  words,
} from '../values.ts'

/** States of product §15. A postponed one is still open. */
export const MemorandumStatus = z.enum(['pending', 'postponed', 'done', 'cancelled'])
export type MemorandumStatus = z.infer<typeof MemorandumStatus>

export const MemorandumPriority = z.enum(['low', 'normal', 'high'])
export type MemorandumPriority = z.infer<typeof MemorandumPriority>

/** How it repeats (product §15): done, it comes again on the next date. */
export const MemorandumRecurrence = z.enum(['none', 'daily', 'weekly', 'monthly', 'yearly'])
export type MemorandumRecurrence = z.infer<typeof MemorandumRecurrence>

/** The parts of the list, in its order (product §15). */
export const MemorandumGroup = z.enum(['overdue', 'today', 'week', 'later', 'done'])
export type MemorandumGroup = z.infer<typeof MemorandumGroup>

export const MemorandumAction = z.enum(['edit', 'done', 'reopen', 'postpone', 'cancel', 'delete'])
export type MemorandumAction = z.infer<typeof MemorandumAction>

/** Where a memorandum is postponed to without choosing a date (product §15). */
export const PostponeTo = z.enum(['tomorrow', 'nextMonday'])
export type PostponeTo = z.infer<typeof PostponeTo>

/** A memorandum's time has no `24:00`: that is 00:00 of the next date. */
const MemorandumTime = WallTime.refine((time) => time !== '24:00', 'time_invalid')

/** When a memorandum is due unless another time is chosen (product §15). */
export const DEFAULT_MEMORANDUM_TIME = '08:00'

/** A note of the coach to themselves for a day; nobody else ever reads it (product §15, §20). */
export const MemorandumDto = z.object({
  id: MemorandumId,
  description: z.string(),
  date: DateOn,
  /** `HH:mm` on the clock of `timezone`, the coach's. */
  time: z.string(),
  timezone: TimeZoneId,
  dueAt: IsoInstant,
  priority: MemorandumPriority,
  recurrence: MemorandumRecurrence,
  status: MemorandumStatus,
  /** The part of the list it is in today. */
  group: MemorandumGroup,
  /** The date it was postponed from; null if it was not. */
  postponedFrom: DateOn.nullable(),
  clientId: ClientId.nullable(),
  groupId: GroupId.nullable(),
  sessionId: SessionId.nullable(),
  client: z
    .object({ id: ClientId, name: z.string(), fullName: z.string(), photo: Photo.nullable() })
    .nullable(),
  /** The coached group it is about, which is not its part of the list. */
  aboutGroup: z.object({ id: GroupId, name: z.string(), photo: Photo.nullable() }).nullable(),
  session: z.object({ id: SessionId, title: z.string(), startsAt: IsoInstant }).nullable(),
  doneAt: IsoInstant.nullable(),
  allowedActions: z.array(MemorandumAction),
  /** The shortcuts that postpone it now, with their dates. */
  postponeTo: z.array(z.object({ to: PostponeTo, date: DateOn })),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
})
export type MemorandumDto = z.infer<typeof MemorandumDto>

/** A memorandum in the coach's calendar: on its day, with its time. */
export const CalendarMemorandum = z.object({
  id: MemorandumId,
  description: z.string(),
  date: DateOn,
  time: z.string(),
  priority: MemorandumPriority,
})
export type CalendarMemorandum = z.infer<typeof CalendarMemorandum>

const target = {
  clientId: ClientId.nullable().optional(),
  groupId: GroupId.nullable().optional(),
  sessionId: SessionId.nullable().optional(),
}

const TARGETS = ['clientId', 'groupId', 'sessionId'] as const

/** Names every target beyond the first one as wrong: a memorandum is about one thing at most (product §15). */
function refuseSecondTarget(
  body: { [Target in (typeof TARGETS)[number]]?: string | null | undefined },
  context: z.core.$RefinementCtx,
): void {
  const [, ...more] = TARGETS.filter((name) => (body[name] ?? null) !== null)
  for (const name of more) context.addIssue({ code: 'custom', path: [name], message: 'one_target' })
}

const description = words(3, 1000)

export const NewMemorandumBody = z
  .strictObject({
    description,
    date: DateOn,
    time: MemorandumTime.default(DEFAULT_MEMORANDUM_TIME),
    priority: MemorandumPriority.default('normal'),
    recurrence: MemorandumRecurrence.default('none'),
    ...target,
  })
  .superRefine(refuseSecondTarget)
export type NewMemorandumBody = z.infer<typeof NewMemorandumBody>

/** Given fields are changed, the others are kept. One of the three targets, given, replaces whichever there was. */
export const MemorandumBody = z
  .strictObject({
    description: description.optional(),
    date: DateOn.optional(),
    time: MemorandumTime.optional(),
    priority: MemorandumPriority.optional(),
    recurrence: MemorandumRecurrence.optional(),
    ...target,
  })
  .superRefine(refuseSecondTarget)
export type MemorandumBody = z.infer<typeof MemorandumBody>

/** A shortcut, or a date with an optional time; exactly one of the two. */
export const PostponeBody = z
  .strictObject({ to: PostponeTo.optional(), date: DateOn.optional(), time: MemorandumTime.optional() })
  .superRefine(({ to, date, time }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (to === undefined && date === undefined) refuse('date', 'required')
    if (to !== undefined && date !== undefined) refuse('date', 'unknown_key')
    if (to !== undefined && time !== undefined) refuse('time', 'unknown_key')
  })
export type PostponeBody = z.infer<typeof PostponeBody>

export const MemorandumListQuery = PageQuery.extend({
  search: line(0, 120).optional(),
  /** `open` are pending and postponed ones, `closed` the others. */
  status: z.enum(['open', 'closed', ...MemorandumStatus.options]).optional(),
  group: MemorandumGroup.optional(),
  priority: MemorandumPriority.optional(),
  /** Those about a person, or about one of their sessions. */
  clientId: ClientId.optional(),
  /** Those about a coached group, or about one of its sessions. */
  groupId: GroupId.optional(),
})
export type MemorandumListQuery = z.infer<typeof MemorandumListQuery>

/** How many there are in each part of the list. */
const Counts = z.object({
  overdue: z.int(),
  today: z.int(),
  week: z.int(),
  later: z.int(),
  done: z.int(),
})

/** `counts` leave `group` and `status` aside. */
const MemorandumPage = pageOf(MemorandumDto).extend({ counts: Counts })

const MemorandumIdParams = z.strictObject({ memorandumId: MemorandumId })
const ListOfQuery = MemorandumListQuery.omit({ clientId: true, groupId: true })

export const createMemorandum = endpoint({
  method: 'POST',
  path: '/v1/memorandum',
  access: 'paidCoach',
  summary:
    'Writes a memorandum for today or a later day, at most about one client, group or session. The same one sent again within ten minutes is written once',
  body: NewMemorandumBody,
  response: MemorandumDto,
  status: 201,
  errors: [
    'client.not_found',
    'group.not_found',
    'session.not_found',
    'memorandum.target_ended',
    'memorandum.too_many',
  ],
})

export const listMemorandums = endpoint({
  method: 'GET',
  path: '/v1/memorandum/coach/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: "A page of the coach's memorandums by their time; closed ones after the open ones, latest first",
  params: z.strictObject({ coachId: UserId }),
  query: MemorandumListQuery,
  response: MemorandumPage,
  errors: ['coach.not_found'],
})

export const listClientMemorandums = endpoint({
  method: 'GET',
  path: '/v1/memorandum/Client/:clientId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'A page of the memorandums about a client or one of their sessions; for the coach alone',
  params: z.strictObject({ clientId: ClientId }),
  query: ListOfQuery,
  response: MemorandumPage,
  errors: ['client.not_found'],
})

export const listGroupMemorandums = endpoint({
  method: 'GET',
  path: '/v1/memorandum/Group/:groupId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'A page of the memorandums about a group or one of its sessions; for the coach alone',
  params: z.strictObject({ groupId: GroupId }),
  query: ListOfQuery,
  response: MemorandumPage,
  errors: ['group.not_found'],
})

export const getMemorandum = endpoint({
  method: 'GET',
  path: '/v1/memorandum/:memorandumId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'One memorandum',
  params: MemorandumIdParams,
  response: MemorandumDto,
  errors: ['memorandum.not_found'],
})

export const putMemorandum = endpoint({
  method: 'PUT',
  path: '/v1/memorandum/:memorandumId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Changes what is given, while it is open; a new day or time is notified too',
  params: MemorandumIdParams,
  body: MemorandumBody,
  response: MemorandumDto,
  errors: [
    'memorandum.not_found',
    'memorandum.wrong_state',
    'memorandum.target_ended',
    'client.not_found',
    'group.not_found',
    'session.not_found',
  ],
})

export const setMemorandumStatus = endpoint({
  method: 'PUT',
  path: '/v1/memorandum/:memorandumId/status',
  access: 'paidCoach',
  owner: 'scope',
  summary:
    'Done, cancelled, or open again. Done, a repeating one comes again on its next date; open again takes that back, and a postponement too. The same status again changes nothing',
  params: MemorandumIdParams,
  body: z.strictObject({ status: MemorandumStatus.exclude(['postponed']) }),
  response: MemorandumDto,
  errors: [
    'memorandum.not_found',
    'memorandum.wrong_state',
    'memorandum.next_changed',
    'memorandum.too_many',
  ],
})

export const postponeMemorandum = endpoint({
  method: 'POST',
  path: '/v1/memorandum/:memorandumId/postpone',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Moves an open one to tomorrow, next Monday or a date, always later than it is; its rule stays',
  params: MemorandumIdParams,
  body: PostponeBody,
  response: MemorandumDto,
  errors: ['memorandum.not_found', 'memorandum.wrong_state'],
})

export const deleteMemorandum = endpoint({
  method: 'DELETE',
  path: '/v1/memorandum/:memorandumId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Deletes a memorandum, with its repetition; it can be restored',
  params: MemorandumIdParams,
  errors: ['memorandum.not_found'],
})

export const restoreMemorandum = endpoint({
  method: 'POST',
  path: '/v1/memorandum/:memorandumId/restore',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Puts a deleted one back',
  params: MemorandumIdParams,
  response: MemorandumDto,
  errors: ['memorandum.not_found', 'memorandum.too_many'],
})
