import { z } from 'zod'
import { NewAction } from '#contract/actions.ts'
import { ClientId } from '#contract/values.ts'

/** A new action as it is typed: whose it is, and a date that may be missing. */
export const newActionSchema = NewAction.extend({
  clientId: ClientId,
  dueOn: NewAction.shape.dueOn.nullish(),
})

/** What is sent of it. */
export function newActionBody({ dueOn, ...action }: z.output<typeof newActionSchema>) {
  return { ...action, ...(dueOn && { dueOn }) }
}
