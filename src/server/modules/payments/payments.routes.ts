import {
  cancelPlan,
  getLedger,
  getMyPayment,
  getSandboxCheckout,
  listPlans,
  resumePlan,
  settleSandboxCheckout,
  startCheckout,
} from '#contract/payments.ts'
import { type Route, route } from '#server/route.ts'
import * as plan from './plan.service.ts'
import * as service from './payments.service.ts'

export const paymentRoutes: Route[] = [
  route(listPlans, (deps) => service.listPlans(deps)),
  route(getMyPayment, (deps, { actor }) => service.getMyPayment(deps, actor)),
  route(getLedger, (deps, { actor }) => plan.getLedger(deps, actor)),
  route(cancelPlan, (deps, { actor, body }) => plan.cancelPlan(deps, actor, body)),
  route(resumePlan, (deps, { actor }) => plan.resumePlan(deps, actor)),
  route(startCheckout, (deps, { actor, body }) => service.startCheckout(deps, actor, body)),
  route(getSandboxCheckout, (deps, { params }) => service.getSandboxCheckout(deps, params.checkoutId)),
  route(settleSandboxCheckout, (deps, { params, body }) =>
    service.settleSandboxCheckout(deps, params.checkoutId, body.outcome),
  ),
]
