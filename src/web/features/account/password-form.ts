import { z } from 'zod'
import { ChangePasswordBody } from '#contract/account/accounts.ts'
import { REPEATED, isRepeated } from '#web/widgets/sign-in/repeated-password.ts'

/** The current password, and the new one twice (product §18). */
export const PasswordForm = ChangePasswordBody.omit({ dropIdentities: true })
  .extend({ repeated: z.string() })
  .refine(isRepeated, REPEATED)
export type PasswordForm = z.input<typeof PasswordForm>

export const emptyPassword: PasswordForm = { current: '', password: '', repeated: '' }
