import type { Kysely } from 'kysely'
import type { SessionGoal } from '#contract/goals/check-ins.ts'
import type { ClientId, GroupId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { progressBefore } from './check-ins.domain.ts'
import { ticksOf } from './goals.presenter.ts'
import { type SessionGoalRow, listOfSession } from './session-goals.repository.ts'

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
  return (await listOfSession(db, scopeOf(actor), { ...session, closedAt })).map(presentSessionGoal)
}

function presentSessionGoal({ noted, before, ...goal }: SessionGoalRow): SessionGoal {
  return {
    ...goal,
    before: noted.length === 0 ? null : beforeOf({ measure: goal.measure, before, noted }),
    checkIns: noted.map(({ milestones, ...each }) => ({ ...each, milestones: ticksOf(milestones) })),
  }
}

/** Milestones say themselves what was reached before them. */
function beforeOf({ measure, before, noted }: Pick<SessionGoalRow, 'measure' | 'before' | 'noted'>): number {
  const first = measure === 'milestones' ? noted.find(({ milestones }) => milestones !== null) : undefined
  return first ? progressBefore({ milestones: first.milestones! }) : before
}
