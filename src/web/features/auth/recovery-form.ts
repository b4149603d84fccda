import { z } from 'zod'
import { RecoverBody } from '#contract/account/accounts.ts'
import { REPEATED, isRepeated } from '#web/widgets/sign-in/repeated-password.ts'

/** The new password of a recovery, twice (product §3). */
export const RecoveryForm = RecoverBody.pick({ password: true })
  .extend({ repeated: z.string() })
  .refine(isRepeated, REPEATED)
export type RecoveryForm = z.input<typeof RecoveryForm>
