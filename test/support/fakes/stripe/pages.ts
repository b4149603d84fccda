import type { ServerResponse } from 'node:http'
import { type Charged, payByCard } from './card-checkout.ts'
import { refusalOf, saveCard } from './cards.ts'
import { escape, pesos, shell } from './html.ts'
import type * as o from './objects.ts'
import { completeSession } from './sessions.ts'
import { askForTransfer, transferOf } from './transfers.ts'
import { issueVoucher } from './vouchers.ts'
import { type World, get } from './world.ts'

/** The hosted pages: plain forms, which a browser or a test fills in. */
export function answerPage(
  world: World,
  method: string,
  path: string,
  body: string,
  response: ServerResponse,
): void {
  const [, first = '', second = '', third = '', fourth = ''] = path.split('/')
  const form = new URLSearchParams(body)
  const isPost = method === 'POST'
  const show = (html: string) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  const go = (url: string | null) => void response.writeHead(303, { location: url ?? '/' }).end()
  const session = world.sessions.get(third)
  if (first === 'c' && second === 'pay' && session) {
    if (session.status !== 'open') return show(closedPage(session))
    if (fourth === '3ds')
      return isPost ? bankAnswered(world, session, form, show, go) : show(bankPage(session))
    return isPost ? submitted(world, session, form, show, go) : show(checkoutPage(world, session))
  }
  const intent = world.intents.get(second)
  if (first === 'voucher' && intent) return show(voucherPage(world, intent))
  if (first === 'transfer' && intent) return show(transferPage(world, intent))
  const portal = world.portals.get(third)
  if (first === 'p' && second === 'session' && portal)
    return isPost ? cardChanged(world, portal, form, show, go) : show(portalPage(portal))
  response.writeHead(404).end()
}

type Show = (html: string) => void
type Go = (url: string | null) => void

const PLANS: Record<string, string> = { monthly: 'Plan mensual', yearly: 'Plan anual' }
const NAMES = { card: 'Tarjeta', oxxo: 'OXXO', customer_balance: 'Transferencia bancaria' }

function checkoutPage(world: World, session: o.Session, problem = '', form = new URLSearchParams()): string {
  const type = session.payment_method_types[0] as keyof typeof NAMES
  const isCard = type === 'card'
  return shell(
    'Checkout',
    `${problem === '' ? '' : `<p role="alert">${escape(problem)}</p>`}
    <p>Norte · ${PLANS[world.orders.get(session.id)?.price.metadata['norte_plan'] ?? ''] ?? 'Otro plan'}</p>
    <p>Total: <strong>${pesos(session.amount_total ?? 0)}</strong> · ${NAMES[type]}</p>
    <form method="post" action="/c/pay/${session.id}">
      ${isCard ? '<label>Número de tarjeta <input name="card" inputmode="numeric" autocomplete="cc-number" required></label>' : ''}
      ${session.allow_promotion_codes ? `<label>Código promocional <input name="promotionCode" value="${escape(form.get('promotionCode') ?? '')}"></label>` : ''}
      <button>${isCard ? 'Suscribirse' : type === 'oxxo' ? 'Generar vale' : 'Ver datos para transferir'}</button>
    </form>
    <a href="${escape(session.cancel_url ?? '')}">Volver</a>`,
  )
}

const closedPage = ({ status }: o.Session): string =>
  shell('Checkout', `<p>${status === 'expired' ? 'Esta página venció.' : 'Esta página ya se completó.'}</p>`)

function submitted(world: World, session: o.Session, form: URLSearchParams, show: Show, go: Go): void {
  const order = world.orders.get(session.id)!
  const [type] = session.payment_method_types
  if (type === 'card') return charged(world, session, payByCard(world, session, order, form), form, show, go)
  const intent = type === 'oxxo' ? issueVoucher(world, session, order) : askForTransfer(world, session, order)
  const isPaid = intent.status === 'succeeded'
  completeSession(world, session, { payment_intent: intent.id, payment_status: isPaid ? 'paid' : 'unpaid' })
  go(isPaid ? session.success_url : `/${type === 'oxxo' ? 'voucher' : 'transfer'}/${intent.id}`)
}

function charged(
  world: World,
  session: o.Session,
  outcome: Charged,
  form: URLSearchParams,
  show: Show,
  go: Go,
): void {
  if (outcome === 'done') go(session.success_url?.replace('{CHECKOUT_SESSION_ID}', session.id) ?? null)
  else if (outcome === 'asksBank') go(`/c/pay/${session.id}/3ds`)
  else show(checkoutPage(world, session, outcome.problem, form))
}

const bankPage = (session: o.Session): string =>
  shell(
    'Verificación 3-D Secure',
    `<p>Tu banco pide confirmar el pago.</p>
    <form method="post" action="/c/pay/${session.id}/3ds">
      <button name="answer" value="complete">Completar</button>
      <button name="answer" value="fail">Rechazar</button>
    </form>`,
  )

function bankAnswered(world: World, session: o.Session, form: URLSearchParams, show: Show, go: Go): void {
  const order = world.orders.get(session.id)!
  if (form.get('answer') !== 'complete')
    return show(checkoutPage(world, session, 'No pudimos autenticar tu método de pago.'))
  charged(world, session, payByCard(world, session, order, 'bankSaidYes'), form, show, go)
}

const back = (world: World, intent: o.Intent): string => {
  const session = [...world.sessions.values()].find(({ payment_intent: of }) => of === intent.id)
  return session ? `<a href="${escape(session.success_url ?? '')}">Volver al sitio</a>` : ''
}

function voucherPage(world: World, intent: o.Intent): string {
  const details =
    intent.next_action?.type === 'oxxo_display_details' ? intent.next_action.oxxo_display_details : undefined
  const text = details
    ? `Referencia: <strong>${details.number}</strong>`
    : intent.status === 'succeeded'
      ? 'Vale pagado'
      : 'Vale vencido'
  return shell('Vale OXXO', `<p>${pesos(intent.amount)}</p><p>${text}</p>${back(world, intent)}`)
}

function transferPage(world: World, intent: o.Intent): string {
  const details = transferOf(intent)
  const spei = details?.financial_addresses[0]?.spei
  return shell(
    'Transferencia SPEI',
    details && spei
      ? `<p>CLABE: <strong>${spei.clabe}</strong></p><p>Banco: ${spei.bank_name}</p>
        <p>Referencia: <strong>${details.reference}</strong></p>
        <p>Falta: ${pesos(details.amount_remaining)}</p>${back(world, intent)}`
      : `<p>Transferencia recibida</p>${back(world, intent)}`,
  )
}

const portalPage = ({ id, return_url: url }: o.Portal, problem = ''): string =>
  shell(
    'Actualiza tu tarjeta',
    `${problem === '' ? '' : `<p role="alert">${escape(problem)}</p>`}
    <form method="post" action="/p/session/${id}">
      <label>Número de tarjeta <input name="card" inputmode="numeric" required></label>
      <button>Guardar</button>
    </form><a href="${escape(url ?? '')}">Volver</a>`,
  )

function cardChanged(world: World, portal: o.Portal, form: URLSearchParams, show: Show, go: Go): void {
  const number = (form.get('card') ?? '').replaceAll(' ', '')
  const problem = refusalOf(number)
  if (problem) return show(portalPage(portal, problem))
  changeCard(world, portal.customer, number)
  go(portal.return_url)
}

/** The customer has another card from now on, for all subscriptions. */
export function changeCard(world: World, customer: string, number: string): void {
  const account = get(world.customers, 'customer', customer)
  const card = saveCard(world, customer, number)
  account.invoice_settings.default_payment_method = card.id
  world.emit('payment_method.attached', card)
  world.emit('customer.updated', account)
  for (const subscription of world.subscriptions.values()) {
    if (subscription.customer !== customer || subscription.status === 'canceled') continue
    subscription.default_payment_method = card.id
    world.emit('customer.subscription.updated', subscription)
  }
}
