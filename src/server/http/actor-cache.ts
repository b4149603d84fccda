import type { AuthSessionId, UserId } from '#contract/values.ts'
import type { Bus } from '#server/platform/realtime/bus.ts'
import type { Actor } from '../policy/actor.ts'

export type ActorCache = {
  /**
   * The cached actor of this sign-in, or the result of `load`; undefined is not cached.
   * @param ofAnyAge also one that was read long ago: the caller checks that nothing has changed
   */
  get(
    id: AuthSessionId,
    load: () => Promise<Actor | undefined>,
    ofAnyAge?: boolean,
  ): Promise<Actor | undefined>
  /** The result of `load`, which is cached. */
  read(id: AuthSessionId, load: () => Promise<Actor | undefined>): Promise<Actor | undefined>
  /**
   * The current actor: loads it again if another server may have changed it since; undefined if this is the only
   * server.
   */
  reread(id: AuthSessionId, load: () => Promise<Actor | undefined>): Promise<Actor | undefined>
  /** Drops the cached actors of a person, here and on other servers, after anything about them changed. */
  forget(userId: UserId): void
  /** Drops the cached actors of a practice, after its payment changed. */
  forgetPractice(coachId: UserId): void
}

const MOST = 10_000

const PERSON_CHANGED = 'person changed'
const PRACTICE_CHANGED = 'practice changed'

/**
 * Caches actors for `ttlMs`: long enough that a burst of reads needs one query, short enough that a sign-in ended on
 * another server is refused within a second even if its message is lost (product §1 D15).
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
    async get(id, load, ofAnyAge = false) {
      const entry = kept.get(id)
      return entry && (ofAnyAge || entry.until > performance.now()) ? entry.actor : read(id, load)
    },
    read,
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
