import { type Query, type QueryClient, type QueryKey, hashKey } from '@tanstack/react-query'
import { type EpochMs, epochMs } from '#time/clock.ts'
import { useKept } from '#web/store/kept.ts'
import { KEPT_ANSWERS, drafts } from '../secure-drafts.ts'

const VERSION = 1

/** More does not fit beside the drafts: browsers give 5 MB, in letters of two bytes, and the text grows by a third. */
const MOST_LETTERS = 900_000

type Kept = { key: QueryKey; data: unknown; at: number }
/** `space`: of the memberships of a person, the one whose answers they are. */
type Stored = { v: typeof VERSION; space: string; answers: Kept[] }

/**
 * Keeps answers of queries for times without a connection, in the order given while they fit: beside the drafts, encrypted
 * like them, and wiped with them (product §1 D16). Only what the server has answered, nothing that is shown before it was
 * confirmed.
 */
export async function keepAnswers(
  client: QueryClient,
  space: string,
  keys: readonly QueryKey[],
): Promise<void> {
  const found = keys.flatMap((key): Kept[] => {
    const query = client.getQueryCache().get(hashKey(key))
    return query?.state.status === 'success'
      ? [{ key, data: query.state.data, at: query.state.dataUpdatedAt }]
      : []
  })
  const stored: Stored = { v: VERSION, space, answers: fitting(found) }
  await drafts.save(KEPT_ANSWERS, stored)
}

function fitting(answers: readonly Kept[]): Kept[] {
  let letters = 0
  return answers.filter((answer) => {
    const size = JSON.stringify(answer).length
    if (letters + size > MOST_LETTERS) return false
    letters += size
    return true
  })
}

/**
 * Puts the kept answers into the cache, where nothing newer is, as old as they are: they are fetched again as soon as
 * there is a connection. `counts` leaves out what is no longer true. Tells the screen since when they are.
 */
export async function restoreAnswers(
  client: QueryClient,
  space: string,
  counts: (key: QueryKey, at: EpochMs) => boolean,
): Promise<void> {
  const stored = read(await drafts.read(KEPT_ANSWERS))
  if (stored?.space !== space) return
  let oldest = Infinity
  for (const { key, data, at } of stored.answers) {
    const state = client.getQueryState(key)
    if (state?.data !== undefined || !counts(key, epochMs(at))) continue
    client.setQueryData(key, data, { updatedAt: at })
    oldest = Math.min(oldest, at)
  }
  if (oldest < Infinity) useKept.setState({ since: epochMs(oldest) })
}

function read(value: unknown): Stored | undefined {
  const stored = value as Partial<Stored> | null
  return stored?.v === VERSION && Array.isArray(stored.answers) ? (stored as Stored) : undefined
}

/** A query that failed because there is no connection, and has nothing to show. */
export function isCutOff({ state }: Query): boolean {
  const { error, data } = state
  const code = error && 'code' in error ? error.code : undefined
  return data === undefined && (code === 'network' || code === 'server.unavailable')
}
