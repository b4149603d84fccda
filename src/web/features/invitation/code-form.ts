import { z } from 'zod'
import { DigitCode } from '#contract/account/auth.ts'

/** The mailed code as typed or pasted: blanks and dashes between its digits are ignored. */
export const CodeForm = z.object({
  code: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(DigitCode),
})
export type CodeForm = { code: string }
