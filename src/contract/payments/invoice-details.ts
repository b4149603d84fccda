import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PaymentEntryId } from '../values.ts'

/** Tax regimes of people and companies that can be invoiced for services (SAT, catalogue c_RegimenFiscal of CFDI 4.0). */
export const TaxRegime = z.enum([
  '601',
  '603',
  '605',
  '606',
  '607',
  '608',
  '610',
  '611',
  '612',
  '614',
  '615',
  '616',
  '620',
  '621',
  '622',
  '623',
  '624',
  '625',
  '626',
])
export type TaxRegime = z.infer<typeof TaxRegime>

/** What an invoice is used for, as far as it fits a subscription (SAT, catalogue c_UsoCFDI of CFDI 4.0). */
export const InvoiceUse = z.enum(['G03', 'G01', 'I04', 'I08', 'S01', 'CP01'])
export type InvoiceUse = z.infer<typeof InvoiceUse>

/** Letters of the name, six digits of the date and three of the check (RFC of people: 13, of companies: 12). */
const RFC = /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[A\d]$/

/** What a Mexican invoice says of who pays. */
export const InvoiceDetails = z.strictObject({
  taxId: z.string().trim().toUpperCase().regex(RFC),
  /** As the tax office has it, without the kind of company. */
  name: z.string().trim().min(1).max(254),
  regime: TaxRegime,
  use: InvoiceUse,
  postalCode: z
    .string()
    .trim()
    .regex(/^\d{5}$/),
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

export const getInvoiceDetails = endpoint({
  method: 'GET',
  path: '/v1/payment/invoice-details',
  access: 'coach',
  summary: 'What receipts say of who pays; null until the coach says it',
  response: z.object({ details: InvoiceDetails.nullable() }),
  errors: [],
})

export const setInvoiceDetails = endpoint({
  method: 'PUT',
  path: '/v1/payment/invoice-details',
  access: 'coach',
  summary: 'Keeps what receipts say of who pays; null removes it',
  body: z.strictObject({ details: InvoiceDetails.nullable() }),
  response: z.object({ details: InvoiceDetails.nullable() }),
  errors: [],
})

export const getReceipt = endpoint({
  method: 'GET',
  path: '/v1/payment/receipt/:entryId',
  access: 'coach',
  owner: 'scope',
  summary: 'The receipt of a payment, as PDF',
  params: z.strictObject({ entryId: PaymentEntryId }),
  answers: 'application/pdf',
  errors: ['payment.receipt_not_found'],
})
