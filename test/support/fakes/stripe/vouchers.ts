import { addDays, dateOf } from '#time/calendar-date.ts'
import { wallToInstant } from '#time/zones.ts'
import { newIntent, succeed } from './cards.ts'
import { invalid } from './failure.ts'
import type * as o from './objects.ts'
import { settleSession } from './sessions.ts'
import { type World, get } from './world.ts'

const ZONE = 'America/Mexico_City'
const LAST_MINUTE = 24 * 60 - 1

/** Issues a voucher, which ends at 23:59 in Mexico City, days later. */
export function issueVoucher(
  world: World,
  session: Pick<o.Session, 'customer' | 'amount_total'>,
  order: o.SessionOrder,
): o.Intent {
  const intent = newIntent(world, {
    amount: session.amount_total ?? 0,
    customer: session.customer,
    metadata: order.metadata,
    payment_method_types: ['oxxo'],
  })
  const lastDay = addDays(dateOf(world.now(), ZONE), order.oxxoDays)
  const expiresAt = wallToInstant(lastDay, LAST_MINUTE, ZONE) / 1000
  Object.assign(intent, {
    status: 'requires_action',
    payment_method_options: { oxxo: { expires_after_days: order.oxxoDays } },
    next_action: {
      type: 'oxxo_display_details',
      oxxo_display_details: {
        expires_after: expiresAt,
        hosted_voucher_url: `${world.origin()}/voucher/${intent.id}`,
        number: intent.id.replaceAll(/\D/g, '').padStart(14, '9'),
      },
    },
  } satisfies Partial<o.Intent>)
  world.schedule(`voucher ${intent.id}`, expiresAt, () => expireVoucher(world, intent))
  world.emit('payment_intent.requires_action', intent)
  return intent
}

/** Somebody pays it at the counter. */
export function payVoucher(world: World, id: string): void {
  const intent = get(world.intents, 'payment_intent', id)
  if (intent.next_action?.type !== 'oxxo_display_details') throw invalid('The voucher cannot be paid')
  world.unschedule(`voucher ${id}`)
  succeed(world, intent)
  settleSession(world, intent, 'paid')
}

function expireVoucher(world: World, intent: o.Intent): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: {
      code: 'payment_intent_payment_attempt_expired',
      message: 'The payment attempt for this PaymentIntent has expired.',
      type: 'invalid_request_error',
    },
  } satisfies Partial<o.Intent>)
  world.emit('payment_intent.payment_failed', intent)
  settleSession(world, intent, 'unpaid')
}
