import {
  getMyPayment,
  getSandboxCheckout,
  listPlans,
  settleSandboxCheckout,
  startCheckout,
} from '#contract/payments.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './payments.service.ts'

export const paymentRoutes: Route[] = [
  route(listPlans, (deps) => service.listPlans(deps)),
  route(getMyPayment, (deps, { actor }) => service.getMyPayment(deps, actor)),
  route(startCheckout, (deps, { actor, body }) => service.startCheckout(deps, actor, body)),
  route(getSandboxCheckout, (deps, { params }) => service.getSandboxCheckout(deps, params.checkoutId)),
  route(settleSandboxCheckout, (deps, { params, body }) =>
    service.settleSandboxCheckout(deps, params.checkoutId, body.outcome),
  ),
]
