import { z } from 'zod'
import { DigitCode } from '#contract/account/auth.ts'

/** The mailed code, as it is typed or pasted: blanks and dashes between its digits do not count. */
export const CodeForm = z.object({
  code: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(DigitCode),
})
export type CodeForm = { code: string }
