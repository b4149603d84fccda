import { z } from 'zod'
import { PaymentCause } from '../payments.ts'
import { endpoint } from '../endpoint.ts'
import { AuditEntryId, IsoInstant, PageQuery, UserId, pageOf } from '../values.ts'
import { PaymentStatus } from './auth.ts'

/** What the audit log tells of: a closed list. */
export const AuditKind = z.enum([
  'log.began',
  'sign_in.opened',
  /** Another space of the same person. */
  'sign_in.switched',
  'sign_in.failed',
  'sign_in.ended',
  /** Others of the person, by them. */
  'sign_ins.ended',
  'password.changed',
  /** A wrong one, from somebody who was signed in. */
  'password.wrong',
  'password.recovered',
  'recovery.asked',
  'email.change_asked',
  'email.changed',
  'google.linked',
  'google.unlinked',
  'payment.changed',
  'clients.exported',
  'data.export_asked',
  'data.exported',
  /** A practice was read back from an archive. */
  'data.imported',
  /** Rows that people deleted, for good. */
  'data.purged',
  /** To be deleted after the grace. */
  'account.deletion_asked',
  'account.kept',
  'account.deleted',
  'operator.read',
  'operator.acted',
  'private_notes.read',
])
export type AuditKind = z.infer<typeof AuditKind>

/** What a person is told of: the same, and `other` for a kind of a newer release that runs beside this one. */
export const ActivityKind = z.enum([...AuditKind.options, 'other'])
export type ActivityKind = z.infer<typeof ActivityKind>

/** How a sign-in was opened. */
export const SignInWay = z.enum(['password', 'google', 'invitation', 'registration'])
export type SignInWay = z.infer<typeof SignInWay>

/**
 * One line of a person's activity. `by` is who did it, as the person sees it; `unknown` was not signed in. What is
 * personal (browser, system, network address, e-mail) is null once it was erased.
 */
export const ActivityDto = z.object({
  id: AuditEntryId,
  at: IsoInstant,
  kind: ActivityKind,
  by: z.enum(['you', 'unknown', 'operator', 'system', 'somebody']),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  way: SignInWay.nullable(),
  /** How many sign-ins ended with it. */
  ended: z.int().nullable(),
  /** The address of a Google account, or the new one of the account; masked. */
  email: z.string().nullable(),
  cause: PaymentCause.nullable(),
  status: PaymentStatus.nullable(),
})
export type ActivityDto = z.infer<typeof ActivityDto>

export const listActivity = endpoint({
  method: 'GET',
  path: '/v1/user/:userId/activity',
  access: 'signedIn',
  owner: 'self',
  summary: "A page of what happened to the person's account, by age, and since when that is noted",
  params: z.strictObject({ userId: UserId }),
  query: PageQuery,
  response: pageOf(ActivityDto).extend({
    /** When the log began, for an account that is older than it. */
    since: IsoInstant.nullable(),
  }),
  errors: ['user.not_found'],
})
