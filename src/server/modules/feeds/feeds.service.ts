import type { Transaction } from 'kysely'
import type { FeedDto } from '#contract/calendar/calendar-files.ts'
import { type MembershipId, type UserId, toWire } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/policy/actor.ts'
import * as feeds from './feeds.repository.ts'

/** GET feed: whether the person has one. Its address was only shown at creation and is not stored. */
export async function getFeed(deps: Deps, actor: Actor): Promise<FeedDto> {
  const feed = await feeds.findFeed(deps.db, actor.membershipId)
  return { createdAt: toWire(feed?.createdAt ?? null), lastReadAt: toWire(feed?.lastReadAt ?? null) }
}

/** POST feed: a new address with 256 random bits; the previous one stops working. */
export async function createFeed(deps: Deps, actor: Actor): Promise<FeedDto> {
  const secret = deps.tokens.newLinkToken()
  const now = deps.clock.now()
  await feeds.putFeed(deps.db, actor.membershipId, deps.tokens.hashLinkToken(secret), now)
  const url = `${deps.config.publicUrl}/v1/calendar/feed/${secret}.ics`
  return { createdAt: toWire(now), lastReadAt: null, url }
}

/** DELETE feed: its address stops working. */
export function deleteFeed(deps: Deps, actor: Actor): Promise<void> {
  return feeds.removeFeed(deps.db, actor.membershipId)
}

/** Whose feed a secret opens; undefined for a secret that opens none. */
export function findHolder(deps: Deps, secret: string): ReturnType<typeof feeds.findHolder> {
  return feeds.findHolder(deps.db, deps.tokens.hashLinkToken(secret))
}

/** Notes that a feed was read now. */
export function noteReading(deps: Deps, membershipId: MembershipId): Promise<void> {
  return feeds.updateLastRead(deps.db, membershipId, deps.clock.now())
}

/** Ends the feeds of a person in all their practices; they can be made again. Answers how many there were. */
export function endFeeds(tx: Transaction<DB>, userId: UserId): Promise<number> {
  return feeds.removeFeedsOf(tx, userId)
}
