import type { UserId } from '#contract/values.ts'
import type { Actor } from './actor.ts'

/** Whether a person's id in a path is the actor's own; any other answers as if it did not exist (product §2). */
export function isSelf(actor: Actor, userId: UserId): boolean {
  return actor.userId === userId
}
