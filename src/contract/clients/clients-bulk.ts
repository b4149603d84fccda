import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ClientId, IsoInstant, SessionId, line } from '../values.ts'

/** Most clients of one call. */
export const MAX_BULK_CLIENTS = 100

const clientIds = z.array(ClientId).min(1).max(MAX_BULK_CLIENTS)

/**
 * Why a call about many clients left one as they were. A client of another practice is `notFound`, like an unknown id.
 * - `unchanged`: they already are what was asked for
 * - `invited`: their invitation is open
 * - `wrongState`: not possible in their state
 * - `tooSoon`: invited too often (product §4)
 * - `tooManyTags`: they have as many as one may have
 */
export const LeftReason = z.enum(['notFound', 'unchanged', 'invited', 'wrongState', 'tooSoon', 'tooManyTags'])
export type LeftReason = z.infer<typeof LeftReason>

/** A client who was left as they were, and why. */
export const LeftClient = z.object({ clientId: ClientId, reason: LeftReason })
export type LeftClient = z.infer<typeof LeftClient>

/** Whom a call changed and whom it left, each id once. */
export const BulkOutcome = z.object({ changed: z.array(ClientId), left: z.array(LeftClient) })
export type BulkOutcome = z.infer<typeof BulkOutcome>

export const inviteClients = endpoint({
  method: 'POST',
  path: '/v1/client/bulk/invite',
  access: 'paidCoach',
  summary:
    "Invites everybody of these who has no open invitation and no account; mails beyond the day's limit wait",
  body: z.strictObject({ clientIds }),
  response: BulkOutcome.extend({
    /** How many of the mails wait for another day (product §4). */
    waiting: z.int(),
  }),
  errors: ['auth.email_unverified'],
})

export const tagClients = endpoint({
  method: 'POST',
  path: '/v1/client/bulk/tag',
  access: 'paidCoach',
  summary: 'Gives these clients a tag, or takes it away from them',
  body: z.strictObject({ clientIds, tag: line(1, 40), remove: z.boolean().default(false) }),
  response: BulkOutcome,
  errors: [],
})

/** The changes of state that may be made for many at once, and those that undo them. */
export const BulkTransition = z.enum(['pause', 'resume', 'archive', 'restore'])
export type BulkTransition = z.infer<typeof BulkTransition>

export const transitionClients = endpoint({
  method: 'POST',
  path: '/v1/client/bulk/transition',
  access: 'paidCoach',
  summary: 'Changes the state of these clients as the call for one does, each for itself',
  body: z.strictObject({ clientIds, transition: BulkTransition }),
  response: BulkOutcome,
  errors: [],
})

/** What the preview tells of before it is done. */
export const PreviewedChange = z.enum([...BulkTransition.options, 'invite'])
export type PreviewedChange = z.infer<typeof PreviewedChange>

export const previewChange = endpoint({
  method: 'POST',
  path: '/v1/client/bulk/preview',
  access: 'paidCoach',
  summary:
    'What a change of state or an invitation would do: whom it would change or reach, and which sessions would be cancelled',
  body: z.strictObject({ clientIds, transition: PreviewedChange }),
  response: BulkOutcome.extend({
    /** The first that would be cancelled, by start. */
    coming: z.array(
      z.object({ id: SessionId, clientId: ClientId, startsAt: IsoInstant, endsAt: IsoInstant }),
    ),
    comingTotal: z.int(),
  }),
  errors: [],
})

export const exportChosenClients = endpoint({
  method: 'POST',
  path: '/v1/client/bulk/export',
  access: 'paidCoach',
  summary: 'These clients as CSV, as in the export of the list; archived ones and members of groups too',
  body: z.strictObject({ clientIds }),
  answers: 'text/csv',
  errors: [],
})
