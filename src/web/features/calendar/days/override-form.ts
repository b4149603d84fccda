import { z } from 'zod'
import { DateOverride } from '#contract/calendar/calendar.ts'
import { DateOn } from '#contract/values.ts'
import type { OverrideRange } from './override-ranges.ts'

/** Days with overridden hours, as the form holds them (product §8). */
export const OverrideForm = z
  .object({ from: DateOn, to: DateOn, isClosed: z.boolean(), windows: DateOverride.shape.windows })
  .refine(({ from, to }) => to >= from, { path: ['to'], error: 'range_reversed' })
export type OverrideForm = z.input<typeof OverrideForm>

/** The form of existing days. */
export const formOf = ({ from, to, windows }: OverrideRange): OverrideForm => ({
  from,
  to,
  isClosed: windows.length === 0,
  windows: [...windows],
})

/** The form as it opens: a day that is to be closed. */
export const closedOn = (date: string): OverrideForm => ({
  from: date,
  to: date,
  isClosed: true,
  windows: [],
})
