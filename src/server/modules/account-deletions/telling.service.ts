import type { Transaction } from 'kysely'
import { type ClientId, type UserId, toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record, recordAll } from '#server/events/record.ts'
import { findEnd } from './deletions.repository.ts'
import { listAccountsOfPractice, listSpacesOf } from './spaces.repository.ts'

// The end of an account concerns the other side: clients lose the space of their coach, a coach loses a client.

/** Tells the clients and the coaches of a person that the account ends, and when. */
export async function tellLeaving(
  deps: Deps,
  tx: Transaction<DB>,
  userId: UserId,
  dueAt: EpochMs,
): Promise<void> {
  const payload = { dueAt: toWire(dueAt) }
  const { ofPractice, spaces } = await listOthers(tx, userId)
  await recordAll(deps, tx, [
    ...ofPractice.map((client) => ({ type: 'coach.leaving' as const, ...client, payload })),
    ...spaces.map((space) => ({ type: 'client.leaving' as const, ...space, payload })),
  ])
}

/** Tells somebody who comes into a practice whose days are counted. */
export async function tellNewcomer(
  deps: Deps,
  tx: Transaction<DB>,
  { coachId, clientId }: { coachId: UserId; clientId: ClientId },
): Promise<void> {
  const end = await findEnd(tx, { userId: coachId })
  if (!end) return
  const payload = { dueAt: toWire(end.dueAt) }
  await record(deps, tx, {
    type: 'coach.leaving',
    coachId,
    actorUserId: coachId,
    subjectId: clientId,
    payload,
  })
}

/** Tells the same people that it goes on. */
export async function tellStaying(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  const { ofPractice, spaces } = await listOthers(tx, userId)
  await recordAll(deps, tx, [
    ...ofPractice.map((client) => ({ type: 'coach.staying' as const, ...client, payload: {} })),
    ...spaces.map((space) => ({ type: 'client.staying' as const, ...space, payload: {} })),
  ])
}

async function listOthers(tx: Transaction<DB>, userId: UserId) {
  const [clients, spaces] = [await listAccountsOfPractice(tx, userId), await listSpacesOf(tx, userId)]
  return {
    ofPractice: clients.map(({ clientId }) => ({
      coachId: userId,
      actorUserId: userId,
      subjectId: clientId,
    })),
    spaces: spaces.map(({ coachId, clientId }) => ({ coachId, actorUserId: userId, subjectId: clientId })),
  }
}
