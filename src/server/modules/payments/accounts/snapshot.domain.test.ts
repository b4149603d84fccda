import { describe, expect, it } from 'vitest'
import type { Payment, Snapshot, Voucher } from '#contract/payments/snapshot.ts'
import type { CheckoutId } from '#contract/values.ts'
import { DAY_MS, type EpochMs, HOUR_MS, epochMs, fromIso } from '#time/clock.ts'
import { stateOf } from '../ledger/ledger.domain.ts'
import { type Told, linesOf } from './snapshot.domain.ts'

const ISSUED = fromIso('2027-02-02T15:00:00Z')
const of = '01a3768f-4d80-73e5-a94e-5de531f4bf05' as CheckoutId
const amount = { minor: 49_900, currency: 'MXN' }

const transfer = (remainingMinor: number, endedAt: EpochMs | null = null): Voucher => ({
  id: 'pi_1',
  checkoutId: of,
  planId: 'monthly',
  amount,
  issuedAt: ISSUED,
  expiresAt: null,
  endedAt,
  how: {
    method: 'spei',
    clabe: '646180111812345678',
    bank: 'STP',
    reference: '1',
    remainingMinor,
    pageUrl: null,
  },
})

/** The lines after a customer was read so, one time after the other. */
function readSo(...readings: (Partial<Snapshot> & { now: EpochMs })[]): Told[] {
  const known: Told[] = []
  for (const { now, ...read } of readings) {
    const none = { subscriptions: [], payments: [], failedCharges: [], vouchers: [], balance: null }
    const lines = linesOf({ ...none, ...read }, { known, zone: 'America/Mexico_City', now })
    for (const line of lines) if (!known.some(({ key }) => key === line.key)) known.push(line)
  }
  return known
}
const after = (ms: number) => epochMs(ISSUED + ms)

describe('a transfer that is waited for again', () => {
  const given = { now: after(8 * DAY_MS), vouchers: [transfer(49_900)] }
  const part = { now: after(9 * DAY_MS), vouchers: [transfer(20_000)] }

  it('is waited for, and no longer once it has ended, whatever the clock of the server says', () => {
    expect(stateOf(readSo(given)).status).toBe('none')
    expect(stateOf(readSo(given, part)).status).toBe('pending')
    // Stripe ended it a second before this server's clock heard of the part.
    const ended = {
      now: after(9 * DAY_MS + HOUR_MS),
      vouchers: [transfer(20_000, after(9 * DAY_MS - 1_000))],
    }
    expect(stateOf(readSo(given, part, ended)).status).toBe('none')
  })

  it('is no longer waited for once the part has gone back', () => {
    const back = { now: after(10 * DAY_MS), vouchers: [transfer(49_900)] }
    expect(stateOf(readSo(given, part, back)).status).toBe('none')
  })

  it('that is paid in the same second is paid, and leaves nothing to wait for when its period is over', () => {
    const payment: Payment = {
      id: 'pi_1',
      checkoutId: of,
      planId: 'monthly',
      method: 'spei',
      amount,
      paidAt: after(9 * DAY_MS - 500),
      from: null,
      until: null,
      isPlanChange: false,
      refunds: [],
      disputes: [],
    }
    const paid = { now: after(9 * DAY_MS + 1_000), payments: [payment] }
    expect(stateOf(readSo(given, part, paid))).toMatchObject({ status: 'active', planId: 'monthly' })
  })
})
