import { type IsoInstant, toWire } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import { hashOfDetail } from './audit.service.ts'
import { SEALED_WITHIN_MS } from './audit.domain.ts'
import { NOTHING_BEFORE, sealOf } from './sealing.service.ts'
import * as seals from './seals.repository.ts'

/** Rows that are in memory at once. */
const PAGE = 2_000

/**
 * What is wrong with the chain, at its first wrong place:
 * - `sealMissing`: a place of the chain is not there;
 * - `entryMissing`: its entry is not there;
 * - `changed`: the entry is not the one that was sealed there;
 * - `detailChanged`: what is personal of it is another;
 * - `outside`: an entry was added around Norte, or lost its seal;
 * - `headMissing`: the chain does not contain the head that was asked for.
 */
export type Break = {
  what: 'sealMissing' | 'entryMissing' | 'changed' | 'detailChanged' | 'outside' | 'headMissing'
  /** The place in the chain; null for `outside` and `headMissing`, which are in none. */
  seq: number | null
  /** When what is there happened; null if it is not there. */
  at: IsoInstant | null
}

/** What a verification found. */
export type Verified = {
  /** How many places of the chain were verified. */
  seals: number
  /** Entries whose personal details were erased, which the chain allows. */
  erased: number
  /** The end of the chain. */
  head: { seq: number; hash: string } | undefined
  /** Entries that wait for their seal for too long: no worker seals them. */
  waiting: number
  broken: Break | undefined
}

/**
 * Computes the chain again from its first entry, and stops at the first that is not as it was sealed. The rows come in
 * pages, so that memory does not grow with the log; entries that are sealed meanwhile are verified too.
 * @param head a hash that the chain has to contain, as 64 hexadecimal digits: what was cut off after it is noticed
 */
export async function verifyLog(deps: Deps, { head }: { head?: string | undefined } = {}): Promise<Verified> {
  const { db, clock } = deps
  const waiting = await seals.countWaiting(db, epochMs(clock.now() - SEALED_WITHIN_MS))
  const sought = head?.toLowerCase()
  let erased = 0
  let last: seals.Seal = { seq: 0, hash: NOTHING_BEFORE }
  let found = sought === undefined
  const result = (broken?: Break): Verified => ({
    seals: last.seq,
    erased,
    head: last.seq === 0 ? undefined : { seq: last.seq, hash: last.hash.toString('hex') },
    waiting,
    broken,
  })
  for (;;) {
    const rows = await seals.listSealed(db, last.seq, PAGE)
    for (const row of rows) {
      const what = breakOf(last, row)
      if (what) return result({ what, ...placeOf(what, last, row) })
      if (row.salt === null) erased += 1
      last = row
      found ||= row.hash.toString('hex') === sought
    }
    if (rows.length < PAGE) break
  }
  const outside = await seals.findOutsideChain(db)
  if (outside) return result({ what: 'outside', seq: null, at: toWire(outside.at) })
  return result(found ? undefined : { what: 'headMissing', seq: null, at: null })
}

function breakOf(before: seals.Seal, row: seals.SealedRow): Break['what'] | undefined {
  if (row.seq !== before.seq + 1) return 'sealMissing'
  const { id, at, kind, actor, detail, detailHash, salt, personal } = row
  if (id === null || at === null || kind === null || actor === null || detail === null || detailHash === null)
    return 'entryMissing'
  const entry = { ...row, id, at, kind, actor, detail, detailHash }
  if (!sealOf(before.hash, entry).equals(row.hash)) return 'changed'
  if (salt !== null && personal !== null && !hashOfDetail(salt, personal).equals(detailHash))
    return 'detailChanged'
  return undefined
}

function placeOf(what: Break['what'], before: seals.Seal, { seq, at }: seals.SealedRow) {
  // What follows the gap is after it, so its instant says nothing of what is missing.
  return what === 'sealMissing' ? { seq: before.seq + 1, at: null } : { seq, at: toWire(at) }
}
