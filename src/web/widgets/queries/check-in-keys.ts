import type { CheckInKey } from '#contract/values.ts'
import { useStore } from '#web/store/store.ts'

/**
 * The keys of progress that has no answer yet, by who notes it of which goal, then by its content (ADR 57). Beside the
 * components: a tick may be sent again after another one, or from a dialog that was opened again.
 */
const unanswered = new Map<string, Map<string, CheckInKey>>()

/** The keys of what the signed-in person notes of a goal. */
export function keysOfCheckIns(goalId: string) {
  const place = `${useStore.getState().session.user?.id ?? ''} ${goalId}`
  return {
    /** The key of a content: the one it was sent with before, as long as that has no answer. */
    of(content: object): CheckInKey {
      const keys = unanswered.get(place) ?? new Map<string, CheckInKey>()
      unanswered.set(place, keys)
      const text = JSON.stringify(content)
      const key = keys.get(text) ?? (crypto.randomUUID() as CheckInKey)
      keys.set(text, key)
      return key
    },
    /** After an answer the goal is shown as it is by then: whatever is noted from now on is new. */
    forget(): void {
      unanswered.delete(place)
    },
  }
}
