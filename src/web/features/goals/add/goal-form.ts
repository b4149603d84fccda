import { z } from 'zod'
import {
  type GoalBody,
  type GoalDto,
  NewGoalFields,
  type NewGoalBody,
  refuseMeasure,
} from '#contract/goals/goals.ts'
import { MilestoneId } from '#contract/values.ts'
import { changedParts } from '#web/widgets/drafts/changed-parts.ts'
import { cleaned } from '#web/widgets/forms/form-model.ts'

const { milestones } = NewGoalFields.shape
const step = milestones.unwrap().element

/** A goal as it is typed: a row without words is left out. */
export const GoalForm = NewGoalFields.omit({ groupId: true, startDate: true, milestones: true })
  .extend({
    milestones: z
      .array(step.extend({ id: MilestoneId.optional(), text: step.shape.text.optional() }))
      .default([]),
  })
  .superRefine((typed, context) =>
    refuseMeasure({ ...typed, milestones: written(typed.milestones) }, context),
  )
type GoalForm = z.output<typeof GoalForm>

export type GoalValues = {
  clientId: string
  title: string
  why: string
  area: string
  measure: GoalDto['measure']
  baseline: number | ''
  target: number | ''
  unit: string
  targetDate: string | null
  milestones: { id: string; text: string; date: string | null }[]
}

/** The five questions of the guided way (specific, measurable, achievable, relevant, in time), each with its fields. */
export const QUESTIONS = {
  what: ['title', 'clientId'],
  measure: ['measure', 'baseline', 'target', 'unit'],
  steps: ['milestones'],
  why: ['why', 'area'],
  when: ['targetDate'],
} as const satisfies Record<string, readonly (keyof GoalValues)[]>
export type Question = keyof typeof QUESTIONS

export const noGoal = (clientId = ''): GoalValues => ({
  clientId,
  title: '',
  why: '',
  area: '',
  measure: 'percent',
  baseline: '',
  target: '',
  unit: '',
  targetDate: null,
  milestones: [],
})

type Listed = Omit<GoalDto['milestones'][number], 'doneOn'>

/** A goal as a form is opened with it, which leaves its ticks alone. */
type OpenedGoal = Omit<GoalDto, 'milestones'> & { milestones: readonly Listed[] }

/** The form of a goal that exists. */
export const valuesOf = (goal: OpenedGoal): GoalValues => ({
  clientId: '',
  title: goal.title,
  why: goal.why ?? '',
  area: goal.area ?? '',
  measure: goal.measure,
  baseline: goal.baseline ?? '',
  target: goal.target ?? '',
  unit: goal.unit ?? '',
  targetDate: goal.targetDate,
  milestones: milestonesOf(goal),
})

/** The milestones of a goal without their ticks. */
export function milestonesOf({ milestones: stored }: Pick<OpenedGoal, 'milestones'>): Listed[] {
  return stored.map(({ id, text, date }) => ({ id, text, date }))
}

/** What is sent of a new goal; whose it is where the form does not ask is `owner`. */
export function newGoalBody(
  form: GoalForm,
  owner: Pick<NewGoalBody, 'clientId' | 'groupId'>,
): z.input<typeof NewGoalFields> {
  const { clientId, ...typed } = form
  return {
    ...typed,
    ...(clientId && { clientId }),
    ...owner,
    milestones: written(form.milestones).map(({ text, date }) => ({ text, date })),
  }
}

/**
 * What is sent of a changed one: only what differs from the goal that the form was opened with, so that what somebody
 * else changed meanwhile stays. Emptied fields are cleared, and the measure stays. Milestones say which ones they were
 * written on.
 */
export function changedGoalBody(form: GoalForm, opened: OpenedGoal): GoalBody {
  const before = GoalForm.safeParse(cleaned(valuesOf(opened))).data
  const changed = before ? changedParts(wholeBody(form), wholeBody(before)) : wholeBody(form)
  return { ...changed, ...(changed.milestones && { milestonesBasedOn: milestonesOf(opened) }) }
}

function wholeBody({ clientId: _, measure: __, ...form }: GoalForm) {
  const { why = null, area = null, unit = null, targetDate = null } = form
  return { ...form, why, area, unit, targetDate, milestones: written(form.milestones) }
}

function written<Row extends { text?: string | undefined }>(rows: readonly Row[]) {
  return rows.flatMap(({ text, ...row }) => (text === undefined ? [] : [{ ...row, text }]))
}

/** The first question that a refused field belongs to. */
export function questionOf(fields: readonly string[]): Question | undefined {
  const names = new Set(fields.map((field) => field.split('.')[0]))
  const all = Object.entries(QUESTIONS) as [Question, readonly string[]][]
  return all.find(([, own]) => own.some((field) => names.has(field)))?.[0]
}
