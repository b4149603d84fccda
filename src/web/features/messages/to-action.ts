import type { UserType } from '#contract/account/auth.ts'
import type { MessageDto, WritingBarrier } from '#contract/thread.ts'
import type { CoacheeType } from '#contract/values.ts'
import { beginAction, beginGroupAction } from '#web/store/new-action.ts'
import type { Viewer } from '#web/store/viewer.ts'
import type { OpenRoom } from './use-room-head.ts'

/** The longest text of an action (product §12); what is longer is in its detail too. */
const LONGEST = 200
const LONGEST_DETAIL = 2_000

/** Whether messages of a room can become actions: after its end only a group's, of members whose own process goes on. */
export function takesActions(barrier: WritingBarrier | null, type: CoacheeType, side: UserType): boolean {
  return barrier !== 'ended' || (type === 'Group' && side === 'client')
}

/** Begins an action with the words of a message: for the other person or the group, a client's own. */
export function beginActionFrom(
  { text }: MessageDto,
  { type, itemId }: OpenRoom,
  { side }: Pick<Viewer, 'side'>,
): void {
  const words = wordsOf(text)
  if (side === 'client') return beginAction(null, null, words)
  if (type === 'Group') return beginGroupAction(itemId, words)
  return beginAction(itemId, null, words)
}

export function wordsOf(text: string): { text: string; detail: string } {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LONGEST) return { text: line, detail: '' }
  return { text: `${line.slice(0, LONGEST - 1).trimEnd()}…`, detail: text.slice(0, LONGEST_DETAIL) }
}
