import { z } from 'zod'
import { type ActionBody, type ActionDto, MOST_DETAIL, NewAction } from '#contract/actions/actions.ts'
import { GoalId, paragraph } from '#contract/values.ts'

/** The words, the date, the reminder and the goal of an action as they are typed; date and goal may be missing. */
export const wordingSchema = z.strictObject({
  text: NewAction.shape.text,
  // The form's empty texts are absent: without words there is nothing to explain.
  detail: paragraph(MOST_DETAIL).default(''),
  dueOn: NewAction.shape.dueOn.nullish(),
  reminds: z.boolean(),
  goalId: GoalId.nullish(),
})
export type Wording = z.input<typeof wordingSchema>

/** How an action opens in its form. */
export function wordingOf({ text, detail, dueOn, reminds, goalId }: ActionDto): Wording {
  return { text, detail, dueOn, reminds, goalId }
}

/** The wording as it is sent: a date or a goal that is missing is taken away. */
export function wordingBody({ dueOn, goalId, ...words }: z.output<typeof wordingSchema>): ActionBody {
  return { ...words, dueOn: dueOn ?? null, goalId: goalId ?? null }
}
