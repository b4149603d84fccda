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
import { getInvoiceDetails, getReceipt, setInvoiceDetails } from '#contract/payments/invoice-details.ts'
import {
  changePlan,
  getWaitingPayments,
  openPaymentPortal,
  previewPlanChange,
  receivePaymentNotice,
} from '#contract/payments/payment-accounts.ts'
import { Download, type Route, type Verify, route } from '#server/route.ts'
import * as accounts from './accounts/account.service.ts'
import { type Notice, receiveNotice } from './accounts/reading.service.ts'
import * as invoiceDetails from './receipts/invoice-details.service.ts'
import { receiptPdf } from './receipts/receipt.service.ts'
import * as sandbox from './sandbox.service.ts'
import * as plan from './plan.service.ts'
import * as service from './payments.service.ts'

/** What a call of the provider says, if the provider has signed it. */
const readNotice: Verify<Notice> = ({ payments: { accounts }, clock }, { headers, bytes }) => {
  const { 'stripe-signature': signature } = headers
  return accounts?.readNotice(bytes, typeof signature === 'string' ? signature : undefined, clock.now())
}

export const paymentRoutes: Route[] = [
  route(listPlans, (deps, { actor }) => service.listPlans(deps, actor)),
  route(getMyPayment, (deps, { actor }) => service.getMyPayment(deps, actor)),
  route(getLedger, (deps, { actor }) => plan.getLedger(deps, actor)),
  route(cancelPlan, (deps, { actor, body }) => plan.cancelPlan(deps, actor, body)),
  route(resumePlan, (deps, { actor }) => plan.resumePlan(deps, actor)),
  route(startCheckout, (deps, { actor, body }) => service.startCheckout(deps, actor, body)),
  route(getSandboxCheckout, (deps, { params }) => sandbox.getSandboxCheckout(deps, params.checkoutId)),
  route(settleSandboxCheckout, (deps, { params, body }) =>
    sandbox.settleSandboxCheckout(deps, params.checkoutId, body.outcome),
  ),
  route(getWaitingPayments, (deps, { actor }) => accounts.getWaiting(deps, actor)),
  route(previewPlanChange, (deps, { actor, query }) => accounts.previewPlan(deps, actor, query)),
  route(changePlan, (deps, { actor, body }) => accounts.changePlan(deps, actor, body)),
  route(openPaymentPortal, (deps, { actor }) => accounts.openPortal(deps, actor)),
  route(getInvoiceDetails, (deps, { actor }) => invoiceDetails.getInvoiceDetails(deps, actor)),
  route(setInvoiceDetails, (deps, { actor, body }) => invoiceDetails.setInvoiceDetails(deps, actor, body)),
  route(getReceipt, async (deps, { actor, params }) => {
    const { content, fileName } = await receiptPdf(deps, actor, params.entryId)
    return new Download(content, {
      'content-type': 'application/pdf',
      'content-length': content.length,
      'content-disposition': `attachment; filename="${fileName}"`,
    })
  }),
  route(receivePaymentNotice, (deps, { signed }) => receiveNotice(deps, signed), { verify: readNotice }),
]
