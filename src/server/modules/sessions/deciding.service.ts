import type { Transaction } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { requireFewChanges } from './booking/client-limits.service.ts'
import { type Decision, type SessionCommand, situationRefusal, decide } from './lifecycle.domain.ts'
import * as sessions from './sessions.repository.ts'

/** A locked session as it was, and the result of a command. */
export type Decided = {
  session: sessions.SessionRow
  decision: Decision & { command: SessionCommand['type'] }
  now: EpochMs
}

/**
 * The first half of every command: loads and locks the session within the actor's scope and decides. Of several
 * commands the first that the state allows is used. Of two concurrent requests the second sees the result of the first.
 * @throws Refusal `session.not_found`, `session.wrong_state`; `session.client_inactive` for more of the coach's time
 * while the process is not active, `session.group_inactive` after the group's end; for a client also `coach.unpaid`, and
 * `request.too_many` if they change it back and forth
 */
export async function lockAndDecide(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  id: SessionId,
  ...commands: readonly SessionCommand[]
): Promise<Decided> {
  const session = found(await sessions.lockSession(tx, scopeOf(actor), id), 'session.not_found')
  const now = deps.clock.now()
  const situation = { paid: actor.paid, process: session.process, group: session.groupStatus }
  for (const command of commands) {
    const refused = situationRefusal(command.type, actor.userType, situation)
    if (refused) throw new Refusal(refused)
    const decision = decide(session, command, actor.userType, now)
    if (!decision) continue
    await requireFewChanges(deps, tx, actor, id, command.type)
    return { session, decision: { ...decision, command: command.type }, now }
  }
  throw new Refusal('session.wrong_state')
}

/** Decides and changes the state; `change` has the other columns to write. Returns the session as it was before. */
export async function decideAndApply(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  id: SessionId,
  command: SessionCommand,
  change: (decision: Decision) => sessions.SessionChange = () => ({}),
): Promise<Decided> {
  const decided = await lockAndDecide(deps, tx, actor, id, command)
  await applyTransition(tx, decided, change(decided.decision))
  return decided
}

/** Writes the decision. @throws Refusal `session.overlap` by the database constraints */
export async function applyTransition(
  tx: Transaction<DB>,
  { session, decision, now }: Decided,
  change: sessions.SessionChange,
): Promise<void> {
  if (!(await sessions.transitionSession(tx, session.id, session.status, decision.to, change, now))) {
    throw new Refusal('session.wrong_state')
  }
}
