import type { z } from 'zod'
import { ClientId } from '#contract/values.ts'
import { wordingSchema } from '../view/action-form.ts'

/** A new action as it is typed: whose it is, and what it asks for. */
export const newActionSchema = wordingSchema.extend({ clientId: ClientId })

/** What is sent of it: only what was filled in. */
export function newActionBody<Typed extends z.output<typeof wordingSchema>>({
  dueOn,
  detail,
  reminds,
  goalId,
  ...action
}: Typed) {
  return {
    ...action,
    ...(detail && { detail }),
    ...(dueOn && { dueOn, reminds }),
    ...(goalId && { goalId }),
  }
}
