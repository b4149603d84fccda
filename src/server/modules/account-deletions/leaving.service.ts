import type { Transaction } from 'kysely'
import type { ClientId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import { scopeOfPractice } from '../../policy/scope.ts'
import { lockCalendar } from '../calendars/calendars.service.ts'
import { endClientAccount } from '../clients/ending.service.ts'
import { leaveGroups } from '../groups/members.service.ts'
import { callOffComing } from '../sessions/changes/calling-off.service.ts'
import * as deletions from './deletions.repository.ts'
import * as spaces from './spaces.repository.ts'

/** Ends a person's processes with all their coaches: nothing is ahead of them any more, and their records are archived. */
export async function leaveSpaces(deps: Deps, userId: UserId): Promise<void> {
  for (const space of await spaces.listSpacesOf(deps.db, userId)) {
    await deps.db.transaction().execute((tx) => leaveSpace(deps, tx, userId, space))
  }
}

// Locks are taken as in bookings: calendar, client, sessions.
async function leaveSpace(
  deps: Deps,
  tx: Transaction<DB>,
  userId: UserId,
  { coachId, clientId }: { coachId: UserId; clientId: ClientId },
): Promise<void> {
  const scope = scopeOfPractice(coachId)
  // The coach's own practice may be gone by now, and the membership with it.
  if (!(await spaces.hasCalendar(tx, coachId))) return
  await lockCalendar(tx, scope)
  await spaces.removeMembership(tx, { userId, clientId })
  if (!(await endClientAccount(deps, tx, scope, clientId))) return
  const { language } = await deletions.findPerson(tx, coachId)
  const reason = deps.texts.text(language, 'defaults:account_ended')
  await callOffComing(deps, tx, { scope, by: null }, { clientId }, reason)
  await leaveGroups(deps, tx, scope, clientId)
  await record(deps, tx, {
    type: 'client.left',
    coachId,
    actorUserId: null,
    subjectId: clientId,
    payload: {},
  })
}
