import type { Kysely, Transaction } from 'kysely'
import type { PaymentStatus } from '#contract/account/auth.ts'
import { type PaymentEntryId, type UserId, toWire } from '#contract/values.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { DB } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { record } from '#server/events/record.ts'
import { type CoachScope, scopeOfPractice } from '../../../policy/scope.ts'
import { audit } from '../../audit/audit.service.ts'
import { type StoredState, statusAt } from '../payments.domain.ts'
import { lockPayment, updatePayment } from '../payments.repository.ts'
import { keepReminders } from '../reminders/reminders.service.ts'
import { type Entry, paymentsIn, stateOf } from './ledger.domain.ts'
import { type StoredLine, addLine, listStored } from './ledger.repository.ts'
import { fromStored, toStored } from './stored-facts.service.ts'

/** A line with what people are shown of it beside the fact. */
export type LedgerLine = Omit<StoredLine, 'fact'> & Entry

type Optional = 'method' | 'amount' | 'byOperator' | 'reason'
/** A line to be added; what it says nothing about is null. */
export type NewLine = Omit<LedgerLine, 'id' | Optional> & Partial<Pick<LedgerLine, Optional>>

/** The ledger of a coach whose payment is locked until the transaction ends. */
export type Ledger = {
  /** The payment that the gate reads. */
  state: StoredState
  lines: readonly LedgerLine[]
  /**
   * Adds the lines that are not there yet, and brings the payment that the gate reads to what all lines add up to. What happens
   * now is done after all that is there. Answers the payment afterwards; the caller forgets the practice's cached actors after
   * its transaction.
   */
  enter(...lines: NewLine[]): Promise<StoredState>
}

/** Opens it, for what is done at `now`: by `by`, where the coach does it and no provider tells of it. */
export async function openLedger(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  now: EpochMs,
  by?: UserId,
): Promise<Ledger> {
  const scope = scopeOfPractice(coachId)
  const state = await lockPayment(tx, scope)
  const lines = await listLines(tx, scope)
  // The clock of the server that wrote before may be ahead of this one's.
  let latest = lines.reduce((last, { at }) => Math.max(last, at), now - 1)
  const add = async (line: NewLine) => {
    if (lines.some(({ key }) => key === line.key)) return false
    const at = line.at === now ? epochMs((latest += 1)) : line.at
    const full = complete(deps, { ...line, at })
    const isNew = await addLine(tx, scope, { ...full, fact: toStored(full.fact) }, now)
    if (isNew) lines.push(full)
    return isNew
  }
  // A server of the release before, which knows no ledger, may have changed the payment while both ran.
  if (!isSame(stateOf(lines), state)) {
    const key = `carried over ${deps.newId<PaymentEntryId>()}`
    await add({ key, at: now, provider: 'norte', fact: { cause: 'carriedOver', ...state } })
  }
  return {
    state,
    lines,
    async enter(...added) {
      const fresh: NewLine[] = []
      for (const line of added) if (await add(line)) fresh.push(line)
      const next = stateOf(lines)
      for (const line of fresh) await auditLine(deps, tx, coachId, { line, status: next.status, by })
      const before = statusAt(state.status, state.periodEndsAt, now)
      if (fresh.some((line) => isNews(line, before, lines))) await recordPayment(deps, tx, coachId, next)
      if (isSame(next, state)) return next
      await updatePayment(tx, scope, next, now)
      await recordChange(deps, tx, coachId, next.status)
      await keepReminders(deps, tx, scope)
      return next
    },
  }
}

/** Notes a line for the coach's activity: what happened, and by whom. Amounts and reasons stay in the ledger. */
function auditLine(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  {
    line,
    status,
    by = 'system',
  }: { line: NewLine; status: PaymentStatus; by: UserId | 'system' | undefined },
): Promise<void> {
  const { byOperator: operator } = line
  return audit(deps, tx, {
    kind: 'payment.changed',
    userId: coachId,
    actor: operator ? { operator } : by,
    detail: { cause: line.fact.cause, status },
  })
}

/** Tells the screens of the coach that something about their payment has changed. */
export function recordChange(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  status: PaymentStatus,
): Promise<void> {
  const payload = { status }
  return record(deps, tx, {
    type: 'payment.changed',
    coachId,
    actorUserId: null,
    subjectId: coachId,
    payload,
  })
}

/**
 * Whether a line is money of which its coach is told: not the first one of a card, for which they were just thanked, nor what
 * the operator agreed on with somebody who had nothing; not a period free of charge, and nothing that has gone back since.
 */
function isNews(
  { key, fact, method, amount }: NewLine,
  before: PaymentStatus,
  lines: readonly LedgerLine[],
): boolean {
  if (fact.cause !== 'paid' || amount?.minor === 0) return false
  if (before === 'none' && method !== 'oxxo' && method !== 'spei') return false
  return !paymentsIn(lines).some(({ entry, isBack }) => isBack && entry.key === key)
}

function recordPayment(
  deps: Deps,
  tx: Transaction<DB>,
  coachId: UserId,
  { periodEndsAt }: StoredState,
): Promise<void> {
  const payload = { until: periodEndsAt && toWire(periodEndsAt) }
  return record(deps, tx, {
    type: 'payment.received',
    coachId,
    actorUserId: null,
    subjectId: coachId,
    payload,
  })
}

/** All lines of a coach, in no order that counts. */
export async function listLines(db: Kysely<DB>, scope: CoachScope): Promise<LedgerLine[]> {
  const stored = await listStored(db, scope)
  return stored.map(({ fact, ...line }) => ({ ...line, fact: fromStored(fact) }))
}

const complete = (deps: Deps, line: NewLine): LedgerLine => ({
  method: null,
  amount: null,
  byOperator: null,
  reason: null,
  ...line,
  id: deps.newId<PaymentEntryId>(),
})

const isSame = (a: StoredState, b: StoredState): boolean =>
  a.status === b.status && a.planId === b.planId && a.periodEndsAt === b.periodEndsAt
