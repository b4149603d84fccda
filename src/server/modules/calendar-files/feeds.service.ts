import type { Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import { removeFeedsOf } from './feeds.repository.ts'

/** Ends the feeds of a person in every place of theirs; they can be made again. Answers how many there were. */
export function endFeeds(tx: Transaction<DB>, userId: UserId): Promise<number> {
  return removeFeedsOf(tx, userId)
}
