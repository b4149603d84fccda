import { z } from 'zod'
import { line } from '#contract/values.ts'
import { oneLine } from '../one-line.ts'

/** The reason of a cancellation or an excuse; the other side reads it (product §9: 3–300 characters). */
export const ReasonForm = z.object({ reason: oneLine(line(3, 300)) })
export type ReasonForm = z.input<typeof ReasonForm>
