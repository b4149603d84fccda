import type { AuthSessionId, UserId } from '#contract/values.ts'
import type { Bus } from '#server/platform/realtime/bus.ts'
import type { Actor } from '../policy/actor.ts'

export type ActorCache = {
  /** The actor kept for this sign-in, or what `load` finds; undefined answers are not kept. */
  get(id: AuthSessionId, load: () => Promise<Actor | undefined>): Promise<Actor | undefined>
  /**
   * The actor as they are now, where what is kept may be older than what another server wrote; undefined where there is
   * no other server.
   */
  reread(id: AuthSessionId, load: () => Promise<Actor | undefined>): Promise<Actor | undefined>
  /** Drops what is kept for a person, here and on other servers, after anything about them changed. */
  forget(userId: UserId): void
  /** Drops what is kept for the people of a practice, after its payment changed. */
  forgetPractice(coachId: UserId): void
}

const MOST = 10_000

const PERSON_CHANGED = 'person changed'
const PRACTICE_CHANGED = 'practice changed'

/**
 * Keeps actors for `ttlMs`: long enough that a burst of reads asks the database once, short enough that a sign-in
 * ended on another server is refused within a second even when its word is lost (product §1 D15).
 */
export function createActorCache(ttlMs: number, bus: Bus): ActorCache {
  const kept = new Map<AuthSessionId, { actor: Actor; until: number }>()
  const dropWhere = (matches: (actor: Actor) => boolean) => {
    for (const [id, { actor }] of kept) if (matches(actor)) kept.delete(id)
  }
  const forget = (userId: UserId) => dropWhere((actor) => actor.userId === userId)
  const forgetPractice = (coachId: UserId) => dropWhere((actor) => actor.coachId === coachId)
  bus.subscribe<{ userId: UserId }>(PERSON_CHANGED, ({ userId }) => forget(userId))
  bus.subscribe<{ coachId: UserId }>(PRACTICE_CHANGED, ({ coachId }) => forgetPractice(coachId))
  const read = async (id: AuthSessionId, load: () => Promise<Actor | undefined>) => {
    const actor = await load()
    kept.delete(id)
    if (actor && ttlMs > 0) {
      if (kept.size >= MOST) kept.clear()
      kept.set(id, { actor, until: performance.now() + ttlMs })
    }
    return actor
  }
  return {
    async get(id, load) {
      const entry = kept.get(id)
      return entry && entry.until > performance.now() ? entry.actor : read(id, load)
    },
    reread: async (id, load) => (bus.shared ? read(id, load) : undefined),
    forget(userId) {
      forget(userId)
      bus.publish(PERSON_CHANGED, { userId })
    },
    forgetPractice(coachId) {
      forgetPractice(coachId)
      bus.publish(PRACTICE_CHANGED, { coachId })
    },
  }
}
