import { z } from 'zod'
import { AskEmailChangeBody } from '#contract/account/accounts.ts'
import { DigitCode } from '#contract/account/auth.ts'

/** The requested new address; the password if the account has one (product §18). */
export const emailForm = (hasPassword: boolean) =>
  hasPassword ? AskEmailChangeBody.required({ password: true }) : AskEmailChangeBody

/** The code that was mailed to it. */
export const CodeForm = z.object({ code: DigitCode })
export type CodeForm = { code: string }
