import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PlanId } from '#contract/payments.ts'
import { DAY_MS, HOUR_MS } from '#time/clock.ts'
import { propertyRuns } from '#test/support/effort/property-runs.ts'
import { type Till, openTill } from '#test/support/fakes/stripe/accounts.ts'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'
import { ApiFailure } from '#test/support/fakes/stripe/failure.ts'
import type { Snapshot } from '#contract/payments/snapshot.ts'
import { ProviderRefusal } from '#contract/payments/provider-failures.ts'

/** What people, banks and time do. What is not possible at that moment changes nothing. */
const actions: Record<string, (till: Till, choice: number) => unknown> = {
  subscribe: (till, choice) => till.subscribe(planOf(choice)),
  askForVoucher: async (till, choice) =>
    till.service.submit((await till.open(planOf(choice), choice % 3 === 0 ? 'spei' : 'oxxo')).url),
  payVoucher: async (till, choice) =>
    till.service.payVoucher(at((await till.snapshot()).vouchers, choice)?.id ?? ''),
  transfer: (till, choice) =>
    till.service.transfer(till.customer, [10_000, 39_900, 49_900, 60_000][choice % 4]!),
  cancel: (till) => till.accounts.setRenewal(till.customer, false),
  resume: (till) => till.accounts.setRenewal(till.customer, true),
  changePlan: (till, choice) => till.accounts.changePlan(till.customer, planOf(choice)),
  refuseCharges: (till) => till.service.changeCard(till.customer, CARDS.savesOnly),
  acceptCharges: (till) => till.service.changeCard(till.customer, CARDS.works),
  refund: async (till, choice) => {
    const id = at((await till.snapshot()).payments, choice)?.id ?? ''
    till.service.refund(id, choice % 2 === 0 ? 1_000 : undefined)
  },
  dispute: async (till, choice) =>
    till.service.dispute(at((await till.snapshot()).payments, choice)?.id ?? ''),
  someDays: (till, choice) => till.service.advance((choice % 20) * DAY_MS),
  anHour: (till) => till.service.advance(HOUR_MS),
}

const planOf = (choice: number): PlanId => (choice % 2 === 0 ? 'monthly' : 'yearly')
const at = <T>(list: readonly T[], choice: number): T | undefined => list[choice % Math.max(1, list.length)]

const story = fc.array(fc.tuple(fc.constantFrom(...Object.keys(actions)), fc.nat(1_000)), {
  minLength: 5,
  maxLength: 25,
})

/** One in which everything happens. */
const WHOLE_STORY: [string, number][] = [
  ['askForVoucher', 2],
  ['payVoucher', 0],
  ['askForVoucher', 0],
  ['transfer', 0],
  ['transfer', 1],
  ['subscribe', 0],
  ['dispute', 0],
  ['cancel', 0],
  ['someDays', 5],
  ['resume', 0],
  ['changePlan', 1],
  ['refund', 0],
  ['refuseCharges', 0],
  ['acceptCharges', 0],
  ['anHour', 0],
]

/** What never changes once it was told: the ledger keeps it as a line. */
const factsOf = ({ payments, subscriptions, failedCharges, vouchers }: Snapshot) =>
  new Map<string, unknown>([
    ...payments.map(
      ({ refunds: _refunds, disputes: _disputes, ...payment }) => [payment.id, payment] as const,
    ),
    ...payments.flatMap(({ refunds }) => refunds.map((refund) => [refund.id, refund] as const)),
    ...payments.flatMap(({ disputes }) => disputes.map(({ id, openedAt }) => [id, { openedAt }] as const)),
    ...subscriptions.map(({ id, checkoutId, startedAt }) => [id, { checkoutId, startedAt }] as const),
    ...failedCharges.map(({ id, at: failedAt }) => [id, { at: failedAt }] as const),
    ...vouchers.map(
      ({ id, checkoutId, planId, issuedAt, expiresAt, amount }) =>
        [`voucher ${id}`, { checkoutId, planId, issuedAt, expiresAt, amount }] as const,
    ),
  ])

it('tells each fact in the same words in every snapshot, and forgets only vouchers that were paid', async () => {
  const happened = new Set<string>()
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const till = await openTill()
      try {
        let known = factsOf(await till.snapshot())
        for (const [name, choice] of steps) {
          try {
            await actions[name]!(till, choice)
            happened.add(name)
          } catch (error) {
            // It was not possible at that moment.
            if (!(error instanceof ProviderRefusal) && !(error instanceof ApiFailure)) throw error
          }
          const snapshot = await till.snapshot()
          const facts = factsOf(snapshot)
          const paid = new Set(snapshot.payments.map(({ id }) => `voucher ${id}`))
          for (const [id, fact] of known) if (!paid.has(id)) expect([id, facts.get(id)]).toEqual([id, fact])
          known = facts
          for (const { paidAt, until } of snapshot.payments)
            expect(until === null || until > paidAt).toBe(true)
          const renewing = snapshot.subscriptions.filter(
            ({ endedAt, cancelledAt }) => endedAt === null && cancelledAt === null,
          )
          expect(renewing.length).toBeLessThan(2)
        }
      } finally {
        await till.service.close()
      }
    }),
    { numRuns: propertyRuns(30), examples: [[WHOLE_STORY]] },
  )
  // A story in which nothing happens would prove nothing.
  expect([...happened].toSorted()).toEqual(Object.keys(actions).toSorted())
})
