import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { findRecipients } from '#server/modules/notifications/notifications.repository.ts'
import { findAttendance } from '#server/modules/sessions/views/calendar-reading.repository.ts'
import type { Coach, Expected } from './people.ts'
import type { Told } from '#server/effects/plans/told.ts'

/** The two people of a practice whom an event is about. */
export type ClientFacts = { coach: Coach; client: Expected | undefined }

/** Undefined when the practice is gone. */
export async function loadClientFacts(
  deps: Deps,
  { coachId }: DomainEvent,
  { client: clientId = null, attended }: Told,
): Promise<ClientFacts | undefined> {
  const [row, attendance] = await Promise.all([
    findRecipients(deps.db, coachId, clientId),
    attended && clientId ? findAttendance(deps.db, attended, clientId) : undefined,
  ])
  if (!row) return undefined
  const coach = {
    side: 'coach' as const,
    userId: coachId,
    membershipId: row.coachMembershipId,
    email: row.coachEmail,
    name: row.coachName,
    lastName: row.coachLastName,
    language: row.coachLanguage,
    timezone: row.coachTimezone,
  }
  if (row.clientId === null) return { coach, client: undefined }
  // The query gives all of a client or none; the compiler only knows that each may be missing.
  const client = {
    side: 'client' as const,
    clientId: row.clientId,
    attendance: attendance ?? null,
    userId: row.clientUserId,
    membershipId: row.clientMembershipId,
    email: row.clientEmail!,
    name: row.clientName!,
    lastName: row.clientLastName!,
    language: row.clientLanguage,
    timezone: row.clientTimezone!,
    invitedAt: row.clientInvitedAt,
  }
  return { coach, client }
}
