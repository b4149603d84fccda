import type { UserId } from '#contract/values.ts'
import type { Actor } from '../actor.ts'

/** `manage`: read, write and delete it. */
export type MemorandumAction = 'manage'

/** What somebody may do with a memorandum: only the coach who wrote it; no client ever sees one (product §15, §20). */
export function can(actor: Actor, _action: MemorandumAction, memorandum: { coachId: UserId }): boolean {
  return actor.userType === 'coach' && actor.coachId === memorandum.coachId
}
