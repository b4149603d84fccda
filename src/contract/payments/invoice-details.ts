import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PaymentEntryId, line } from '../values.ts'

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

/**
 * What an invoice is used for, as far as it fits a subscription (SAT, catalogue c_UsoCFDI of CFDI 4.0). CP01 is only for
 * complements of payment, and the deductions of people do not include software.
 */
export const InvoiceUse = z.enum(['G03', 'G01', 'I04', 'I08', 'S01'])
export type InvoiceUse = z.infer<typeof InvoiceUse>

/** Letters of the name, six digits of the date and three of the check (RFC of people: 13, of companies: 12). */
const RFC = /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[A\d]$/

/** Regimes of people and of companies; 610 (residents abroad) and 626 (RESICO) are of both (c_RegimenFiscal). */
const OF_COMPANIES: readonly TaxRegime[] = ['601', '603', '610', '620', '622', '623', '624', '626']
const OF_PEOPLE: readonly TaxRegime[] = TaxRegime.options.filter(
  (regime) => !OF_COMPANIES.includes(regime) || regime === '610' || regime === '626',
)

/** Regimes that can take off expenses and investments: G01, G03, I04 and I08. S01 is of every regime (c_UsoCFDI). */
const WITH_EXPENSES: readonly TaxRegime[] = [
  '601',
  '603',
  '606',
  '612',
  '620',
  '621',
  '622',
  '623',
  '624',
  '625',
  '626',
]

/** The tax office's own ids: of sales to the general public, and of people abroad. Both are 616 and S01 (Anexo 20). */
const GENERIC_TAX_IDS: readonly string[] = ['XAXX010101000', 'XEXX010101000']

/** The characters of a company's tax id; a person's has one more. */
const COMPANY_TAX_ID = 12

/** The regimes that fit a tax id; all while it is not one. */
export function regimesOf(taxId: string): readonly TaxRegime[] {
  if (GENERIC_TAX_IDS.includes(taxId)) return ['616']
  if (!RFC.test(taxId)) return TaxRegime.options
  return taxId.length === COMPANY_TAX_ID ? OF_COMPANIES : OF_PEOPLE
}

/** The uses that fit a regime; all while it is not chosen. */
export function usesOf(regime: TaxRegime | undefined): readonly InvoiceUse[] {
  if (regime === undefined || WITH_EXPENSES.includes(regime)) return InvoiceUse.options
  return ['S01']
}

/** What a Mexican invoice says of who pays. */
export const InvoiceDetails = z.strictObject({
  taxId: z.string().trim().toUpperCase().regex(RFC, 'tax_id_invalid'),
  /** As the tax office has it, without the kind of company. */
  name: line(1, 254),
  regime: TaxRegime,
  use: InvoiceUse,
  postalCode: z
    .string()
    .trim()
    .regex(/^\d{5}$/, 'postal_code_invalid'),
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

/** The same as a coach writes it: the regime has to fit the tax id, and the use the regime, or no invoice can be made. */
export const NewInvoiceDetails = InvoiceDetails.superRefine(({ taxId, regime, use }, context) => {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (!regimesOf(taxId).includes(regime)) refuse('regime', 'regime_of_tax_id')
  else if (!usesOf(regime).includes(use)) refuse('use', 'use_of_regime')
})

export const InvoiceDetailsBody = z.strictObject({ details: NewInvoiceDetails.nullable() })
export type InvoiceDetailsBody = z.infer<typeof InvoiceDetailsBody>

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
  body: InvoiceDetailsBody,
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
