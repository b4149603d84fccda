import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { AuditEntryId, PageQuery, UserId } from '#contract/values.ts'
import { toWire } from '#contract/values.ts'
import { type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/policy/actor.ts'
import { found } from '#server/refusal.ts'
import {
  type AuditActor,
  type AuditOrigin,
  MOST_FAILURES,
  type NewAuditEntry,
  storedDetail,
  storedPersonal,
} from './audit.domain.ts'
import { presentActivity } from './audit.presenter.ts'
import * as entries from './audit.repository.ts'

/** What noting needs: a command beside the server has no more of it. */
type Noting = Pick<Deps, 'clock' | 'newId'>

/**
 * Notes something in the audit log, in the transaction that makes it true: rolled back, it was never noted. A worker
 * seals it within seconds (sealing.service.ts).
 */
export async function audit(deps: Noting, tx: Transaction<DB>, entry: NewAuditEntry): Promise<void> {
  await insert(deps, tx, entry, { at: deps.clock.now(), once: null })
}

/**
 * Notes what somebody may do as often as they like: one entry for a subject, a network address and an hour says as much as a
 * thousand, and cannot fill the table.
 */
export async function auditOften(
  deps: Noting & Pick<Deps, 'tokens'>,
  tx: Transaction<DB>,
  entry: NewAuditEntry & { origin: AuditOrigin },
  subject: string,
): Promise<void> {
  const at = deps.clock.now()
  const hour = Math.floor(at / HOUR_MS)
  const { kind, origin } = entry
  const once = deps.tokens.hashGuessable('audit', `${kind} ${subject} ${origin.address} ${hour}`)
  await insert(deps, tx, entry, { at, once })
}

/**
 * Notes a sign-in that failed, with the time it failed at: one entry for an account, a network address and an hour, and
 * at most MOST_FAILURES of an account in an hour, so that guessing cannot fill the table.
 */
export async function auditFailure(
  deps: Deps,
  tx: Transaction<DB>,
  { userId, origin, at }: { userId: UserId; origin: AuditOrigin; at: EpochMs },
): Promise<void> {
  const kind = 'sign_in.failed'
  if ((await entries.countEntries(tx, userId, kind, epochMs(at - HOUR_MS))) >= MOST_FAILURES) return
  const hour = Math.floor(at / HOUR_MS)
  const once = deps.tokens.hashGuessable('audit', `${kind} ${userId} ${origin.address} ${hour}`)
  await insert(deps, tx, { kind, userId, actor: 'unknown', origin }, { at, once })
}

function insert(
  deps: Noting,
  tx: Transaction<DB>,
  entry: NewAuditEntry,
  { at, once }: { at: EpochMs; once: Buffer | null },
): Promise<void> {
  const { kind, userId, actor } = entry
  const salt = randomBytes(16)
  const personal = storedPersonal(entry)
  return entries.insertEntry(tx, {
    id: deps.newId<AuditEntryId>(),
    at,
    kind,
    userId,
    ...actorColumns(actor),
    detail: storedDetail(entry),
    detailHash: hashOfDetail(salt, personal),
    salt,
    personal,
    once,
  })
}

function actorColumns(actor: AuditActor) {
  if (typeof actor === 'object') return { actor: 'operator', actorUserId: null, operator: actor.operator }
  if (actor === 'unknown' || actor === 'system') return { actor, actorUserId: null, operator: null }
  return { actor: 'person', actorUserId: actor, operator: null }
}

/** What an entry keeps of what is personal: salted, so that what was erased cannot be guessed from it. */
export function hashOfDetail(salt: Buffer, personal: string): Buffer {
  return createHash('sha256').update(salt).update(personal, 'utf8').digest()
}

/** GET: a page of what happened to the person's account. */
export async function listActivity(deps: Deps, actor: Actor, query: PageQuery) {
  const { rows, total } = await entries.listEntries(deps.db, actor.userId, query)
  const since = await entries.findBeginning(deps.db, actor.userId)
  const data = rows.map((row) => presentActivity(actor.userId, row))
  return {
    data,
    total,
    page: query.page,
    items: query.items,
    since: since === undefined ? null : toWire(since),
  }
}

/** Most entries that an operator is shown at once. */
const SHOWN = 200

/**
 * The last entries of the person of an address, the newest first, for an operator, whose reading is noted itself.
 * @throws Refusal `user.not_found`
 */
export async function showEntries(deps: Deps, email: string, operator: string) {
  const userId = found(await entries.findUser(deps.db, email), 'user.not_found')
  const page: PageQuery = { direction: 'desc', items: SHOWN, page: 1 }
  const { rows } = await entries.listEntries(deps.db, userId, page)
  await auditOperator(deps, { kind: 'operator.read', email, operator, command: 'audit show' })
  return rows.map(({ at, ...row }) => ({ ...row, at: toWire(at) }))
}

/** What an operator did by a command, and to whom; without an address it is about everybody, or nobody in particular. */
type OperatorCommand = {
  kind: 'operator.read' | 'operator.acted'
  email?: string
  operator: string
  command: string
}

/** Notes what an operator read or did by a command, in a separate transaction. */
export async function auditOperator(
  deps: Noting & Pick<Deps, 'db'>,
  { kind, email, operator, command }: OperatorCommand,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const userId = email === undefined ? undefined : await entries.findUser(tx, email)
    await audit(deps, tx, { kind, userId: userId ?? null, actor: { operator }, detail: { command } })
  })
}

/** Erases network addresses, browsers and masked e-mails of entries before an instant, at most `most`; the entries stay. */
export function forgetOldDetails(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return entries.removeOldDetails(tx, before, most)
}

/** Erases the same of all that concerns a person; the entries stay, and the chain with them. */
export function eraseDetailsOf(tx: Transaction<DB>, userId: UserId): Promise<number> {
  return entries.removeDetailsOf(tx, userId)
}
