import type { Kysely } from 'kysely'
import type { SessionGoal } from '#contract/goals/check-ins.ts'
import type { ClientId, GroupId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { sessionGoalOf } from './session-goals.domain.ts'
import { listOfSession } from './session-goals.repository.ts'

type Session = {
  id: SessionId
  clientId: ClientId | null
  groupId: GroupId | null
  /** Null until it is closed. */
  closedAt: EpochMs | null
  timezone: string
}

/** The goals that were worked on in a session, as they were when it was closed; none before. */
export async function goalsOfSession(
  db: Kysely<DB>,
  actor: Actor,
  { closedAt, ...session }: Session,
): Promise<SessionGoal[]> {
  if (closedAt === null) return []
  return (await listOfSession(db, scopeOf(actor), { ...session, closedAt })).map(sessionGoalOf)
}
