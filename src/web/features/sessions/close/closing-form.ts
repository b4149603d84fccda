import { z } from 'zod'
import { NewAction } from '#contract/actions/actions.ts'
import { CloseSessionBody } from '#contract/sessions/session-records.ts'
import {
  AttendanceState,
  type Attendee,
  type SessionDto,
  type SessionOutcome,
} from '#contract/sessions/sessions.ts'
import { ClientId, GoalId, MilestoneId } from '#contract/values.ts'
import { MINUTE_MS, fromIso } from '#time/clock.ts'
import { minutesOf } from '#web/widgets/session/session-look.ts'
import { NextBooking, emptyNext } from './next-booking.ts'

/** The coach's answer about attendance: one question for outcome and presence. */
export const ATTENDANCE_ANSWERS = ['present', 'late', 'absent', 'coachAbsent'] as const
export type AttendanceAnswer = (typeof ATTENDANCE_ANSWERS)[number]

/** The question about a group as a whole: whether it met; attendance is asked for each member. */
export const GROUP_ANSWERS = [
  'present',
  'absent',
  'coachAbsent',
] as const satisfies readonly AttendanceAnswer[]

/** The outcome of an action that was open before: *Hecha / Sigue / Ya no va* (product §9). */
export const ACTION_FATES = ['done', 'goesOn', 'wontDo'] as const

/** An action row; an empty one is dropped on submit. A date or a goal alone is an error. */
const ActionRow = z
  .object({
    text: NewAction.shape.text.optional(),
    dueOn: NewAction.shape.dueOn.nullish(),
    /** For a group: the assigned members; none means everyone present. */
    personIds: z.array(ClientId).optional(),
    goalId: GoalId.nullish(),
  })
  .refine(({ text, dueOn, goalId }) => text !== undefined || !(dueOn || goalId), {
    path: ['text'],
    error: 'required',
  })

/** What moved of a goal; nothing where it did not. */
const GoalRow = z.object({ value: z.number().optional(), done: z.array(MilestoneId).optional() })

/** The fields of a record, written or corrected. */
export const RecordForm = z.object({
  attendance: z.enum(ATTENDANCE_ANSWERS),
  /** The members of a group; empty for one client. */
  people: z.array(z.object({ personId: ClientId, state: AttendanceState })).default([]),
  realMinutes: CloseSessionBody.shape.realMinutes,
  summary: CloseSessionBody.shape.summary.default(''),
  privateNotes: CloseSessionBody.shape.privateNotes.default(''),
})
export type RecordForm = z.output<typeof RecordForm>
export type RecordValues = Omit<z.input<typeof RecordForm>, 'realMinutes'> & { realMinutes: number | '' }

export const ClosingForm = RecordForm.extend({
  /** By the action's id; actions without an entry stay open. */
  carried: z.record(z.string(), z.enum(ACTION_FATES)).default({}),
  actions: z.array(ActionRow).max(20).default([]),
  /** Progress by the goal's id: a value, or milestones that were reached. */
  goals: z.record(z.string(), GoalRow).default({}),
  next: NextBooking,
})
export type ClosingForm = z.output<typeof ClosingForm>
export type ClosingValues = Omit<z.input<typeof ClosingForm>, 'realMinutes'> & RecordValues

/** The most actions of one closing (contract). */
export const MAX_ACTIONS = 20

type Expected = Pick<SessionDto, 'startsAt' | 'endsAt' | 'type' | 'attendance' | 'call'>

/** An empty row. */
export const noAction = () => ({ text: '', dueOn: null, personIds: [], goalId: null })

/** Who comes later than this was late, as the form suggests it. */
const LATE_MS = 5 * MINUTE_MS

/**
 * What the video room knows of somebody (product §10): present, late, or that they were not in it. Nothing if the coach was
 * in it with nobody: the session may have been held in another way.
 */
function presenceInCall(
  { call, startsAt }: Expected,
  { joinedAt }: Pick<Attendee, 'joinedAt'>,
): 'present' | 'late' | 'absent' | undefined {
  if (!call) return undefined
  if (joinedAt === null) return 'absent'
  return fromIso(joinedAt) > fromIso(startsAt) + LATE_MS ? 'late' : 'present'
}

/** How long the session took, as the form suggests it: by the video room, else as long as it was planned. */
export function suggestedMinutes(session: Pick<SessionDto, 'startsAt' | 'endsAt' | 'call'>): number {
  return session.call?.minutes ?? minutesOf(session)
}

/** The answer for a client that the form suggests; for a group that it met. */
function suggestedAnswer(session: Expected): AttendanceAnswer {
  const [client] = session.attendance
  if (session.type !== 'Client' || !client) return 'present'
  return presenceInCall(session, client) ?? 'present'
}

/**
 * The initial form: attended, and as long as it was planned (product §9), or as the video room knows it; excused members stay
 * excused.
 */
export function emptyClosing(
  session: Expected,
  attendance: AttendanceAnswer = suggestedAnswer(session),
): Required<ClosingValues> {
  return {
    attendance,
    people: peopleOf(session),
    realMinutes: realMinutesFor(attendance, suggestedMinutes(session)),
    summary: '',
    privateNotes: '',
    carried: {},
    actions: [noAction()],
    goals: {},
    next: emptyNext(session),
  }
}

type Coming = { personId: string; state: AttendanceState }

/** The members of a group's session in its order, each as chosen before, else as known, else by the video room, else present. */
export function peopleOf(session: Expected, chosen: readonly Coming[] = []) {
  if (session.type === 'Client') return []
  const before = new Map(chosen.map(({ personId, state }) => [personId, state]))
  return session.attendance.map((person) => ({
    personId: person.personId,
    state:
      before.get(person.personId) ?? person.state ?? presenceInCall(session, person) ?? ('present' as const),
  }))
}

/** Whether both have the same people in the same order. */
export function areSamePeople(some: readonly Coming[], others: readonly Coming[]): boolean {
  return some.length === others.length && some.every(({ personId }, at) => personId === others[at]!.personId)
}

export const RecordDraft = z.object({
  attendance: z.enum(ATTENDANCE_ANSWERS),
  people: z.array(z.object({ personId: z.string(), state: AttendanceState })),
  realMinutes: z.union([z.number(), z.literal('')]),
  summary: z.string(),
  privateNotes: z.string(),
})

const ClosingDraft = RecordDraft.extend({
  carried: z.record(z.string(), z.enum(ACTION_FATES)),
  actions: z
    .array(
      z.object({
        text: z.string(),
        dueOn: z.string().nullable(),
        personIds: z.array(z.string()).default([]),
        goalId: z.string().nullable().default(null),
      }),
    )
    .min(1)
    .max(MAX_ACTIONS),
  // Drafts of earlier releases have none.
  goals: z.record(z.string(), GoalRow).default({}),
  next: z.object({ wanted: z.boolean(), date: z.string(), time: z.string(), durationMin: z.number() }),
})

/**
 * A draft for the form; undefined for another shape, such as one of an older release. For a group, the people are those
 * expected now, each with the draft's values.
 */
export function restoredClosing(draft: unknown, session: Expected): Required<ClosingValues> | undefined {
  const restored = ClosingDraft.safeParse(draft).data
  if (!restored) return undefined
  return { ...restored, people: peopleOf(session, restored.people) }
}

/** The suggested minutes of an answer: none if they did not meet. */
export function realMinutesFor(answer: AttendanceAnswer, planned: number): number {
  return hasMet(answer) ? planned : 0
}

function hasMet(answer: AttendanceAnswer): boolean {
  return answer === 'present' || answer === 'late'
}

type Whose = Pick<SessionDto, 'type' | 'clientId'>

/** The part of a record that both calls send. A client who waited for an absent coach was present. */
export function recordBody({ attendance, people, ...texts }: RecordForm, { type, clientId }: Whose) {
  const written = {
    realMinutes: texts.realMinutes,
    summary: texts.summary,
    privateNotes: texts.privateNotes,
  }
  if (type === 'Client') {
    return {
      ...written,
      outcome: OUTCOMES[attendance],
      attendance: clientId ? [{ personId: clientId, state: PRESENCE[attendance] }] : [],
    }
  }
  const came = attendance === 'absent' ? people.map(missing) : people
  const outcome = attendance === 'coachAbsent' ? OUTCOMES.coachAbsent : outcomeOf(came)
  return { ...written, outcome, attendance: came }
}

// Excused members stay excused.
function missing({ personId, state }: RecordForm['people'][number]): RecordForm['people'][number] {
  return { personId, state: state === 'excused' ? state : 'absent' }
}

// A group session without attendees was not held.
function outcomeOf(people: RecordForm['people']): SessionOutcome {
  return people.some(({ state }) => state === 'present' || state === 'late') ? 'completed' : 'noShowClient'
}

/**
 * The actions with an outcome that are still open. A draft may have outcomes before the list is loaded, so it is
 * fetched; if that fails, all outcomes are sent rather than lost.
 */
export async function toldActions(
  { carried }: Pick<ClosingForm, 'carried'>,
  load: () => Promise<{ openActions: readonly { id: string }[] }>,
): Promise<readonly string[]> {
  const said = Object.keys(carried).filter((id) => carried[id] !== 'goesOn')
  if (said.length === 0) return []
  try {
    const open = new Set((await load()).openActions.map(({ id }) => id))
    return said.filter((id) => open.has(id))
  } catch {
    return said
  }
}

/** The request's body. Of the open actions only those in `openIds` are included. */
export function closingBody(
  form: ClosingForm,
  session: Whose,
  openIds: readonly string[] = [],
): z.input<typeof CloseSessionBody> {
  return {
    ...recordBody(form, session),
    carried: openIds.flatMap((id) => {
      const status = form.carried[id]
      return status === 'done' || status === 'wontDo' ? [{ id, status }] : []
    }),
    actions: form.actions.flatMap(({ text, dueOn, goalId, personIds = [] }) => {
      const parts = { ...(dueOn && { dueOn }), ...(goalId && { goalId }) }
      return text ? [{ text, ...parts, ...(personIds.length > 0 && { personIds }) }] : []
    }),
    ...goalsBody(form.goals),
  }
}

/** Goals that moved. */
function goalsBody(goals: ClosingForm['goals']): Pick<z.input<typeof CloseSessionBody>, 'goals'> {
  const moved = Object.entries(goals).flatMap(([id, { value, done = [] }]) => {
    if (value === undefined && done.length === 0) return []
    const milestones = done.map((milestone) => ({ id: milestone, done: true }))
    const parts = { ...(value !== undefined && { value }), ...(milestones.length > 0 && { milestones }) }
    return [{ goalId: GoalId.parse(id), ...parts }]
  })
  return moved.length > 0 ? { goals: moved } : {}
}

/** Whether leaving would lose any input: a text, or an answer that differs from those the form opens with (`empty`). */
export function hasInput(values: ClosingValues, empty: Required<ClosingValues>): boolean {
  const { summary, privateNotes, actions = [], carried = {}, goals = {}, people = [], next } = values
  const texts = [summary, privateNotes, ...actions.map(({ text }) => text)]
  const expected = new Map(empty.people.map(({ personId, state }) => [personId, state]))
  return (
    texts.some((text) => (text ?? '').trim() !== '') ||
    actions.some(({ dueOn, goalId }) => Boolean(dueOn ?? goalId)) ||
    Object.keys(carried).length > 0 ||
    Object.values(goals).some(({ value, done }) => value !== undefined || (done?.length ?? 0) > 0) ||
    values.attendance !== empty.attendance ||
    values.realMinutes !== empty.realMinutes ||
    // Who joined meanwhile was not answered for yet.
    people.some(({ personId, state }) => expected.has(personId) && expected.get(personId) !== state) ||
    next.wanted
  )
}

const OUTCOMES: Record<AttendanceAnswer, SessionOutcome> = {
  present: 'completed',
  late: 'completed',
  absent: 'noShowClient',
  coachAbsent: 'noShowCoach',
}

const PRESENCE: Record<AttendanceAnswer, AttendanceState> = {
  present: 'present',
  late: 'late',
  absent: 'absent',
  coachAbsent: 'present',
}
