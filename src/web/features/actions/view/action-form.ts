import { z } from 'zod'
import { type ActionBody, type ActionDto, MOST_DETAIL, NewAction } from '#contract/actions/actions.ts'
import { paragraph } from '#contract/values.ts'

/** The words, the date and the reminder of an action as they are typed; the date may be missing. */
export const wordingSchema = z.strictObject({
  text: NewAction.shape.text,
  // The form's empty texts are absent: without words there is nothing to explain.
  detail: paragraph(MOST_DETAIL).default(''),
  dueOn: NewAction.shape.dueOn.nullish(),
  reminds: z.boolean(),
})
export type Wording = z.input<typeof wordingSchema>

/** How an action opens in its form. */
export function wordingOf({ text, detail, dueOn, reminds }: ActionDto): Wording {
  return { text, detail, dueOn, reminds }
}

/** The wording as it is sent: without a date it is taken away. */
export function wordingBody({ dueOn, ...words }: z.output<typeof wordingSchema>): ActionBody {
  return { ...words, dueOn: dueOn ?? null }
}
