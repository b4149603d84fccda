import { z } from 'zod'
import { PaymentStatus } from '#contract/account/auth.ts'
import { PlanId } from '#contract/payments.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { Fact } from './ledger.domain.ts'

const Instant = z.int().transform((ms): EpochMs => epochMs(ms))
const Of = z.string()

const FactV1 = z.discriminatedUnion('cause', [
  z.object({
    cause: z.literal('carriedOver'),
    status: PaymentStatus,
    planId: PlanId.nullable(),
    periodEndsAt: Instant.nullable(),
  }),
  z.object({ cause: z.literal('voucherIssued'), of: Of, planId: PlanId }),
  z.object({ cause: z.literal('voucherExpired'), of: Of }),
  z.object({ cause: z.literal('trialBegan'), for: Of.exactOptional(), planId: PlanId, until: Instant }),
  z.object({
    cause: z.literal('paid'),
    of: Of,
    for: Of.exactOptional(),
    planId: PlanId,
    zone: z.string(),
    from: Instant.exactOptional(),
    until: Instant.nullable(),
    replaces: z.literal(true).exactOptional(),
  }),
  z.object({ cause: z.literal('planChanged'), planId: PlanId, until: Instant.nullable() }),
  z.object({
    cause: z.literal('refunded'),
    of: Of,
    part: z.object({ minor: z.int(), total: z.int() }).nullable(),
  }),
  z.object({ cause: z.literal('refundFailed'), of: Of, refund: z.string() }),
  z.object({ cause: z.enum(['disputeOpened', 'disputeWon', 'disputeLost']), of: Of }),
  z.object({ cause: z.enum(['chargeFailed', 'cancelled', 'resumed', 'exempted', 'exemptionEnded']) }),
])
const FactRow = z.object({ v: z.literal(1) }).and(FactV1)

/** A fact as it is stored: a shape with a version. */
export const toStored = (fact: Fact): string => JSON.stringify({ v: 1, ...fact })

/** A stored fact. @throws ZodError for a shape that this release does not know */
export function fromStored(stored: unknown): Fact {
  const { v: _version, ...fact } = FactRow.parse(stored)
  return fact
}
