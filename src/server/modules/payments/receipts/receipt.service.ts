import { DEFAULT_ACCENT } from '#contract/account/accents.ts'
import type { InvoiceDetails } from '#contract/payments/invoice-details.ts'
import type { Money } from '#contract/payments/snapshot.ts'
import type { PaymentEntryId } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { formatFullDate } from '#time/format.ts'
import type { Deps } from '../../../deps.ts'
import type { CoachActor } from '../../../policy/actor.ts'
import { scopeOf } from '../../../policy/scope.ts'
import { Refusal } from '../../../refusal.ts'
import { type LedgerLine, listLines } from '../ledger/ledger.service.ts'
import { findPayer } from '../payments.repository.ts'
import { invoiceDetailsOf } from './invoice-details.service.ts'
import { cameBack, isReceipted, periodOf, receiptNumber, taxOf } from './receipt.domain.ts'

type Words = {
  say: (key: string, params?: Record<string, string>) => string
  /** The names of the catalogues of invoices, which screens have too. */
  invoice: (key: string) => string
  day: (at: EpochMs) => string
  money: (money: Money) => string
}

/**
 * GET: the receipt of a payment in the coach's own ledger. It says who pays as the coach has it now, so that one can be had again
 * with an invoice's data.
 * @throws Refusal `payment.receipt_not_found`, for lines without an amount too
 */
export async function receiptPdf(
  deps: Deps,
  actor: CoachActor,
  id: PaymentEntryId,
): Promise<{ content: Buffer; fileName: string }> {
  const scope = scopeOf(actor)
  const { language, timezone } = actor
  const [lines, details, account] = await Promise.all([
    listLines(deps.db, scope),
    invoiceDetailsOf(deps, scope),
    findPayer(deps.db, scope),
  ])
  const line = lines.find((each) => each.id === id)
  if (!line || !isReceipted(line)) throw new Refusal('payment.receipt_not_found')
  const words = wordsOf(deps, actor)
  const { say, day, money } = words
  const { planId } = line.fact
  const { from, until } = periodOf(line, lines)
  const { subtotalMinor, taxMinor } = taxOf(line.amount.minor)
  const { currency } = line.amount
  const isTest = line.provider === 'sandbox'
  const seller = deps.config.operator
  const refunds = cameBack(line, lines).map((refund) => refundText(words, refund))
  const content = await deps.threads.run(actor.userId, 'writePdf', {
    language,
    title: say('title'),
    letterhead: {
      coach: seller.name ?? say('operator'),
      company: null,
      accent: DEFAULT_ACCENT,
      logo: null,
    },
    createdAt: deps.clock.now(),
    overline: isTest ? say('test') : say(`plans.${planId}`),
    facts: [
      { label: say('number'), value: receiptNumber(line.id) },
      { label: say('date'), value: day(line.at) },
      { label: say('plan'), value: say(`plans.${planId}`) },
      { label: say('period'), value: say('fromTo', { from: day(from), until: day(until) }) },
      ...(line.method === null ? [] : [{ label: say('method'), value: say(`methods.${line.method}`) }]),
      { label: say('subtotal'), value: money({ minor: subtotalMinor, currency }) },
      { label: say('tax'), value: money({ minor: taxMinor, currency }) },
      { label: say('total'), value: money(line.amount) },
    ],
    sections: [
      { title: say('payer'), text: payerText(words, details, account) },
      {
        title: say('seller'),
        text: [
          seller.name ?? say('operator'),
          seller.taxId && say('taxId', { taxId: seller.taxId }),
          seller.address,
        ]
          .filter(Boolean)
          .join('\n'),
      },
      ...(refunds.length > 0 ? [{ title: say('refunds'), items: refunds }] : []),
      { title: say('about'), text: isTest ? `${say('notPaid')}\n${say('notInvoice')}` : say('notInvoice') },
    ],
    footer: say('page', { page: '{page}', pages: '{pages}' }),
  })
  return { content: Buffer.from(content), fileName: say('fileName', { date: dateOf(line.at, timezone) }) }
}

function wordsOf({ texts }: Deps, { language, timezone }: CoachActor): Words {
  return {
    say: (key, params) => texts.text(language, `receipts:${key}`, params),
    invoice: (key) => texts.text(language, `invoices:${key}`),
    day: (at) => formatFullDate(at, timezone, language),
    money: ({ minor, currency }) =>
      `${new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
      }).format(minor / 100)} ${currency}`,
  }
}

function payerText(
  { say, invoice }: Words,
  details: InvoiceDetails | null,
  { name, lastName, email }: { name: string; lastName: string; email: string },
): string {
  if (!details) return `${name} ${lastName}\n${email}`
  const { taxId, regime, use, postalCode } = details
  return [
    details.name,
    say('taxId', { taxId }),
    say('regime', { code: regime, name: invoice(`regimes.${regime}`) }),
    say('use', { code: use, name: invoice(`uses.${use}`) }),
    say('postalCode', { postalCode }),
  ].join('\n')
}

function refundText({ say, day, money }: Words, { at, fact, amount }: LedgerLine): string {
  const date = day(at)
  if (fact.cause === 'disputeLost') return say('lost', { date })
  return amount ? say('refund', { date, amount: money(amount) }) : say('fullRefund', { date })
}
