import { z } from 'zod'
import { isLink } from '#contract/links/link.ts'
import { DateOn, line, paragraph } from '#contract/values.ts'
import { isIsoInstant } from '#time/clock.ts'

/** The id of a row, as the database writes it. */
export const RowId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)

/** An instant as the database writes it in UTC, within the supported years. */
export const instant = z.string().refine((text) => {
  const [, second] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,6})?\+00:00$/.exec(text) ?? []
  return second !== undefined && second >= '1970' && second < '2200' && isIsoInstant(`${second}.000Z`)
})

/** A date. */
export const day = DateOn

/** A number that a column for integers can hold. */
export const whole = (min: number, max: number) => z.int().min(min).max(max)

/** Text as it is; only what PostgreSQL cannot store is refused. */
export const verbatim = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\u0000'))

export const words = paragraph
export const shortLine = line

/** A way to reach somebody: nothing that runs when it is opened. */
export const contact = line(0, 300).refine(isLink)

export const tags = z.array(line(1, 40)).max(15)

/** Which side of a practice did something. */
export const side = z.enum(['coach', 'client'])
