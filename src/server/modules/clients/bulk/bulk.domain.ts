import type { ClientStatus } from '#contract/clients.ts'
import { type BulkTransition, type LeftReason } from '#contract/clients/clients-bulk.ts'
import { MAX_TAGS } from '#contract/clients.ts'
import {
  type ClientState,
  type StoredClientStatus,
  canBeInvited,
  decideTransition,
  statusAt,
} from '../clients.domain.ts'
import type { EpochMs } from '#time/clock.ts'

/** Where each change for many leads: a client who is there already is left as they are. */
const TARGETS: Record<BulkTransition, ClientStatus | undefined> = {
  pause: 'paused',
  resume: 'active',
  archive: 'archived',
  // Back to the state before, which differs.
  restore: undefined,
}

/** Why a change of state is not made for a client; undefined if it is. */
export function whyNotMoved(
  client: Pick<ClientState, 'status' | 'archivedFrom' | 'accountEndedAt'>,
  transition: BulkTransition,
): LeftReason | undefined {
  if (client.status === TARGETS[transition]) return 'unchanged'
  return decideTransition(client, transition) === undefined ? 'wrongState' : undefined
}

/** Why a client is not invited together with others; undefined if they are (product §4). An open invitation stays. */
export function whyNotInvited(
  client: { status: StoredClientStatus; invitedAt: EpochMs | null },
  isTooSoon: boolean,
  now: EpochMs,
): LeftReason | undefined {
  if (!canBeInvited(client.status)) return 'wrongState'
  if (statusAt(client, now) === 'invited') return 'invited'
  return isTooSoon ? 'tooSoon' : undefined
}

/** A client's tags, and which of them are the same as the tag of a change. */
export type Tagging = { tags: readonly string[]; same: readonly string[]; accountEndedAt: EpochMs | null }

/** A client's tags with one more, or without it; or why they stay. */
export function retagged(
  { tags, same, accountEndedAt }: Tagging,
  tag: string,
  remove: boolean,
): { tags: string[] } | { reason: LeftReason } {
  if (accountEndedAt !== null) return { reason: 'wrongState' }
  if (same.length > 0 !== remove) return { reason: 'unchanged' }
  if (remove) return { tags: tags.filter((each) => !same.includes(each)) }
  return tags.length >= MAX_TAGS ? { reason: 'tooManyTags' } : { tags: [...tags, tag] }
}
