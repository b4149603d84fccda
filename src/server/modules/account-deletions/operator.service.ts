import { type UserId, toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import { found } from '../../refusal.ts'
import { auditOperator } from '../audit/audit.service.ts'
import * as deletions from './deletions.repository.ts'
import { endGrace, startGrace } from './deletions.service.ts'

// What the operator does from the command line, for people who ask for it by mail. All throw Refusal `user.not_found`.

/** Where an account is; `at` is when it is deleted, or since when it is being deleted. */
export type DeletionReport = { state: 'stays' | 'asked' | 'begun'; at: string | null }

/** Whether the account of an address is to be deleted. */
export async function showDeletion(deps: Deps, email: string, operator: string): Promise<DeletionReport> {
  const userId = await userOf(deps, email)
  await noteReading(deps, email, operator, 'show')
  return reportOf(deps, userId)
}

/** Has it deleted after the grace. @throws Refusal of the payment provider too, as `startGrace` */
export async function deleteFor(deps: Deps, email: string, operator: string): Promise<DeletionReport> {
  const userId = await userOf(deps, email)
  const isNew = await startGrace(deps, userId, { by: { operator } })
  if (!isNew) await noteReading(deps, email, operator, 'delete')
  return reportOf(deps, userId)
}

/** Keeps it. */
export async function keepFor(deps: Deps, email: string, operator: string): Promise<DeletionReport> {
  const userId = await userOf(deps, email)
  const isKept = await endGrace(deps, userId, { by: { operator } })
  if (!isKept) await noteReading(deps, email, operator, 'keep')
  return reportOf(deps, userId)
}

/** What changes nothing still tells how the account is. */
function noteReading(deps: Deps, email: string, operator: string, name: string): Promise<void> {
  return auditOperator(deps, { kind: 'operator.read', email, operator, command: `accounts ${name}` })
}

async function userOf(deps: Deps, email: string): Promise<UserId> {
  return found(await deletions.findUser(deps.db, email), 'user.not_found')
}

async function reportOf(deps: Deps, userId: UserId): Promise<DeletionReport> {
  const row = await deletions.findDeletion(deps.db, userId)
  if (!row) return { state: 'stays', at: null }
  return row.begunAt === null
    ? { state: 'asked', at: toWire(row.dueAt) }
    : { state: 'begun', at: toWire(row.begunAt) }
}
