import { afterEach, describe, expect, test } from 'vitest'
import type { Snapshot } from '#contract/payments/snapshot.ts'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'
import { type Till, openTill } from '#test/support/fakes/stripe/accounts.ts'
import { DAY_MS, HOUR_MS, type EpochMs, epochMs } from '#time/clock.ts'
import { type Entry, stateOf } from '../ledger/ledger.domain.ts'
import { linesOf } from './snapshot.domain.ts'

const zone = 'America/Mexico_City'

let till: Till
afterEach(() => till.service.close())

type Look = { snapshot: Snapshot; now: EpochMs }

/** Plays a story, and looks at the customer after each step. */
async function looksAt(steps: readonly ((till: Till) => unknown)[]): Promise<Look[]> {
  till = await openTill()
  const looks: Look[] = []
  for (const step of steps) {
    await step(till)
    looks.push({ snapshot: await till.snapshot(), now: till.service.clock.now() })
  }
  return looks
}

/** The ledger of somebody who was looked at then: what counts from now comes after all that is there, as in `openLedger`. */
function ledgerOf(looks: readonly Look[]): Entry[] {
  const known = new Map<string, Entry>()
  for (const { snapshot, now } of looks) {
    let latest = Math.max(now - 1, ...[...known.values()].map(({ at }) => at))
    for (const line of linesOf(snapshot, { known: [...known.values()], zone, now })) {
      if (known.has(line.key)) continue
      known.set(line.key, { ...line, at: line.at === now ? epochMs((latest += 1)) : line.at })
    }
  }
  return [...known.values()]
}

/** All choices of the looks that end with the last one. */
function choicesOf(looks: readonly Look[]): Look[][] {
  const [last, before] = [looks.at(-1)!, looks.slice(0, -1)]
  return Array.from({ length: 2 ** before.length }, (_, bits) => [
    ...before.filter((_look, index) => bits & (1 << index)),
    last,
  ])
}

const lastCharge = ({ service }: Till) => [...service.world.charges.keys()].at(-1)!
const lastIntent = ({ service }: Till) => [...service.world.intents.keys()].at(-1)!
const subscribe = (of: Till) => of.subscribe('monthly')
const cancel = ({ accounts, customer }: Till) => accounts.setRenewal(customer, false)
const resume = ({ accounts, customer }: Till) => accounts.setRenewal(customer, true)
const pass = (ms: number) => (of: Till) => of.service.advance(ms)
const ask = (method: 'oxxo' | 'spei') => async (of: Till) => {
  const { url } = await of.open('monthly', method)
  await of.service.submit(url)
}
const voucher = ask('oxxo')
const transfer = (minor: number) => (of: Till) => of.service.transfer(of.customer, minor)

/** Six things that happen, of which any may be missed. */
const STORIES: Record<string, readonly ((till: Till) => unknown)[]> = {
  'a card that is cancelled, kept, and charged again': [
    subscribe,
    cancel,
    pass(DAY_MS),
    resume,
    pass(40 * DAY_MS),
    cancel,
  ],
  'a card that fails, is replaced, and is given back': [
    subscribe,
    (of) => of.service.changeCard(of.customer, CARDS.savesOnly),
    pass(31 * DAY_MS + 2 * HOUR_MS),
    (of) => of.service.changeCard(of.customer, CARDS.works),
    pass(4 * DAY_MS),
    (of) => of.service.refund(lastCharge(of)),
  ],
  'a voucher that expires, and one that is paid': [
    voucher,
    pass(5 * DAY_MS),
    voucher,
    (of) => of.service.payVoucher(lastIntent(of)),
    pass(DAY_MS),
    (of) => of.subscribe('yearly'),
  ],
  'money that is given back, and comes back because a bank does not take it': [
    subscribe,
    (of) => of.service.refund(lastCharge(of), 10_000),
    (of) => of.service.refund(lastCharge(of)),
    (of) => of.service.settleRefund([...of.service.world.refunds.keys()].at(-1)!, 'failed'),
    pass(DAY_MS),
    pass(HOUR_MS),
  ],
  'all the money is given back in parts, which arrive in another order, one of them at the second try': [
    subscribe,
    (of) => of.service.refund(lastCharge(of), 39_900, 'pending'),
    (of) => of.service.refund(lastCharge(of), 10_000),
    (of) => of.service.settleRefund([...of.service.world.refunds.keys()].at(-1)!, 'failed'),
    (of) => of.service.refund(lastCharge(of), 10_000),
    (of) => of.service.settleRefund([...of.service.world.refunds.keys()][0]!, 'succeeded'),
  ],
  'a transfer of which nothing comes for a week, then a part, and the rest late': [
    ask('spei'),
    pass(8 * DAY_MS),
    transfer(20_000),
    pass(8 * DAY_MS),
    transfer(29_900),
    pass(DAY_MS),
  ],
  'a transfer of which a part comes, and the rest is waited for': [
    ask('spei'),
    pass(8 * DAY_MS),
    transfer(10_000),
    pass(6 * DAY_MS),
    transfer(20_000),
    pass(30 * DAY_MS),
  ],
  'nothing, of a transfer that nobody makes, and another one that nobody makes': [
    ask('spei'),
    pass(6 * DAY_MS),
    ask('spei'),
    pass(2 * DAY_MS),
    pass(6 * DAY_MS),
    pass(HOUR_MS),
  ],
  'a plan that is changed and disputed': [
    subscribe,
    pass(3 * DAY_MS),
    ({ accounts, customer }) => accounts.changePlan(customer, 'yearly'),
    (of) => of.service.dispute(lastCharge(of)),
    (of) => of.service.closeDispute([...of.service.world.disputes.keys()].at(-1)!, 'won'),
    cancel,
  ],
}

// @spec P.278
describe('what is read of a customer', () => {
  test.each(Object.entries(STORIES))(
    '%s: is the same payment in the end, whatever was missed on the way',
    async (story, steps) => {
      const looks = await looksAt(steps)
      const expected = stateOf(ledgerOf(looks))
      expect(expected.status === 'none').toBe(/^(all the money|nothing)/.test(story))
      expect(expected.status === 'pending').toBe(story.endsWith('is waited for'))
      for (const choice of choicesOf(looks)) expect(stateOf(ledgerOf(choice))).toEqual(expected)
    },
    60_000,
  )

  test('is told once, however often it is read', async () => {
    const looks = await looksAt(STORIES['a card that is cancelled, kept, and charged again']!)
    const once = ledgerOf(looks)
    const twice = ledgerOf(looks.flatMap((look) => [look, look]))
    expect(twice).toEqual(once)
    expect(once.map(({ fact }) => fact.cause)).toEqual(['paid', 'cancelled', 'resumed', 'paid', 'cancelled'])
  })
})
