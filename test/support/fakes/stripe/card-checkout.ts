import { CARDS, charge, newIntent, refusalOf, saveCard } from './cards.ts'
import { ApiFailure } from './failure.ts'
import { offOf } from './invoices.ts'
import type * as o from './objects.ts'
import { completeSession } from './sessions.ts'
import { createSubscription } from './subscriptions.ts'
import type { World } from './world.ts'

/** What came of somebody paying with a card: done, the bank asks first, or a sentence for the page. */
export type Charged = 'done' | 'asksBank' | { problem: string }

/** Of each page: what was typed in when the bank asked, and the intent of its attempts. */
const typed = new WeakMap<o.Session, { number: string; coupon: o.Coupon | undefined }>()
const attempts = new WeakMap<o.Session, o.Intent>()

/**
 * Pays with the card of the form, or with the one about which the bank was asked. Real Checkout makes the subscription before its
 * first payment, as `incomplete`; here it is made when the payment came.
 */
export function payByCard(
  world: World,
  session: o.Session,
  order: o.SessionOrder,
  form: URLSearchParams | 'bankSaidYes',
): Charged {
  const input = form === 'bankSaidYes' ? typed.get(session) : readCard(world, session, form)
  if (!input) return { problem: 'La verificación venció.' }
  if ('problem' in input) return input
  typed.set(session, input)
  if (input.number === CARDS.asksBank && form !== 'bankSaidYes') return 'asksBank'
  const { coupon } = input
  const amount = order.price.unit_amount
  const off = coupon ? offOf(coupon, [{ amount, discountable: true }]) : 0
  const due = order.trialEnd === undefined ? amount - off : 0
  const card = saveCard(world, session.customer, input.number)
  let intent: o.Intent | undefined
  if (due > 0) {
    intent = attempts.get(session)
    if (intent?.amount !== due) {
      intent = newIntent(world, {
        amount: due,
        customer: session.customer,
        metadata: {},
        payment_method_types: ['card'],
      })
      attempts.set(session, intent)
    }
    try {
      charge(world, intent, card)
    } catch (error) {
      if (error instanceof ApiFailure) return { problem: 'Tu tarjeta fue rechazada.' }
      throw error
    }
  }
  const subscription = createSubscription(world, session, order, card, { intent, coupon })
  completeSession(world, session, {
    amount_total: due,
    invoice: subscription.latest_invoice,
    payment_status: due > 0 ? 'paid' : 'no_payment_required',
    subscription: subscription.id,
  })
  return 'done'
}

function readCard(world: World, session: o.Session, form: URLSearchParams) {
  const number = (form.get('card') ?? '').replaceAll(' ', '')
  const code = form.get('promotionCode') ?? ''
  const promotion = [...world.promotionCodes.values()].find((each) => each.active && each.code === code)
  if (code !== '' && !(promotion && session.allow_promotion_codes))
    return { problem: 'Este código no es válido.' }
  const coupon = world.coupons.get(promotion?.promotion.coupon ?? '')
  const problem = refusalOf(number)
  // A bank that refuses does so when it is asked for money, and that is a failed charge.
  if (problem && number !== CARDS.declined) return { problem }
  return { number, coupon }
}
