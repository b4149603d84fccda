import type { Transaction } from 'kysely'
import type { ClientId, GroupId, SessionId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { type Target, takesMemorandums } from './memorandums.domain.ts'
import * as targetRows from './targets.repository.ts'

/** What a memorandum is about; at most one of the three (the contract). */
export type Targets = { clientId: ClientId | null; groupId: GroupId | null; sessionId: SessionId | null }

/**
 * Refuses what is not the coach's own, or over.
 * @throws Refusal `client.not_found`, `group.not_found`, `session.not_found`, `memorandum.target_ended`
 */
export async function requireTarget(tx: Transaction<DB>, scope: CoachScope, targets: Targets): Promise<void> {
  const target = await findTarget(tx, scope, targets)
  if (target && !takesMemorandums(target)) throw new Refusal('memorandum.target_ended')
}

async function findTarget(
  tx: Transaction<DB>,
  scope: CoachScope,
  { clientId, groupId, sessionId }: Targets,
): Promise<Target | undefined> {
  if (clientId !== null) {
    const client = found(await targetRows.findClientTarget(tx, scope, clientId), 'client.not_found')
    return { type: 'client', ...client }
  }
  if (groupId !== null) {
    const group = found(await targetRows.findGroupTarget(tx, scope, groupId), 'group.not_found')
    return { type: 'group', ...group }
  }
  if (sessionId === null) return undefined
  found(await targetRows.findSessionTarget(tx, scope, sessionId), 'session.not_found')
  return { type: 'session' }
}
