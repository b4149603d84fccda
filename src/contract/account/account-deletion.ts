import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { IsoInstant, UserId } from '../values.ts'
import { Proof } from './accounts.ts'

const params = z.strictObject({ userId: UserId })

/** How long somebody may change their mind (product §18). */
export const GRACE_DAYS = 30

/** Whether an account is to be deleted, and what goes with it. */
export const AccountDeletionDto = z.object({
  /** When it was asked for; null if it was not. */
  askedAt: IsoInstant.nullable(),
  /** When the account is deleted; it can be kept until then. Null if it is not asked for. */
  dueAt: IsoInstant.nullable(),
  /** The person has a practice, which goes with the account. */
  practice: z.boolean(),
  /** People who lose the space of the person's practice. */
  clients: z.int(),
  /** The full names of the coaches whose space the person loses. */
  coaches: z.array(z.string()),
})
export type AccountDeletionDto = z.infer<typeof AccountDeletionDto>

export const getAccountDeletion = endpoint({
  method: 'GET',
  path: '/v1/user/:userId/deletion',
  access: 'signedIn',
  owner: 'self',
  summary: 'Whether the account is to be deleted and when, and whom that concerns',
  params,
  response: AccountDeletionDto,
  errors: ['user.not_found'],
})

export const askAccountDeletion = endpoint({
  method: 'POST',
  path: '/v1/user/:userId/deletion',
  access: 'signedIn',
  owner: 'self',
  summary:
    'Has the account deleted after 30 days, in which it goes on as before; a plan that renews itself is cancelled. Asked again it answers the first date',
  params,
  body: Proof,
  response: AccountDeletionDto,
  status: 202,
  errors: [
    'user.not_found',
    'auth.too_many_attempts',
    'auth.sign_in_again',
    'account.too_many',
    'payment.provider_away',
    'payment.provider_refused',
  ],
})

export const keepAccount = endpoint({
  method: 'DELETE',
  path: '/v1/user/:userId/deletion',
  access: 'signedIn',
  owner: 'self',
  summary: 'Keeps an account that was to be deleted; one that is not stays as it is',
  params,
  response: AccountDeletionDto,
  errors: ['user.not_found', 'account.ending'],
})
