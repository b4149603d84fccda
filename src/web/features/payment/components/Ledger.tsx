import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PaymentLine } from '#contract/payments.ts'
import { fromIso } from '#time/clock.ts'
import { formatFullDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { amountText } from '../money.ts'
import { ledgerQuery } from '../payment.queries.ts'
import { ReceiptButton } from './ReceiptButton.tsx'
import classes from './Ledger.module.css'

/** What happened to the coach's payment, the last first (product §5). */
export function Ledger() {
  const { t } = useTranslation('payment')
  const query = useQuery(ledgerQuery)
  return (
    <Card title={t('ledger.title')}>
      <QueryView query={query} skeleton={<Skeleton height={96} radius={12} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.empty}>{t('ledger.empty')}</p>
          ) : (
            <ol className={classes.lines}>
              {data.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ol>
          )
        }
      </QueryView>
    </Card>
  )
}

/** A server of the release before has no receipts. */
type Told = Omit<PaymentLine, 'hasReceipt'> & Partial<Pick<PaymentLine, 'hasReceipt'>>

function Line({
  line: {
    id,
    hasReceipt = false,
    at,
    cause,
    planId,
    method,
    amountMinor,
    currency,
    periodEndsAt,
    paymentStatus,
  },
}: {
  line: Told
}) {
  const { t } = useTranslation('payment')
  const { timezone } = useViewer()
  const language = currentLanguage()
  const day = (instant: string) => formatFullDate(fromIso(instant), timezone, language)
  // Given while something is paid: it is charged after that, and nothing is tried.
  const isCardKept = cause === 'trialBegan' && paymentStatus !== 'trial'
  const details = [
    planId && t(`plans.${planId}`),
    method && t(`methods.${method}`),
    periodEndsAt !== null && paymentStatus !== 'none' && t('ledger.until', { date: day(periodEndsAt) }),
  ].filter((detail) => typeof detail === 'string')
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <span className={classes.cause}>{t(isCardKept ? 'ledger.cardKept' : `ledger.causes.${cause}`)}</span>
        {details.length > 0 && <span className={classes.details}>{details.join(' · ')}</span>}
      </div>
      <div className={classes.side}>
        {amountMinor !== null && currency !== null && (
          <span className={classes.amount}>{amountText({ amountMinor, currency }, language)}</span>
        )}
        <time className={classes.details} dateTime={at}>
          {day(at)}
        </time>
        {hasReceipt && <ReceiptButton entryId={id} date={day(at)} />}
      </div>
    </li>
  )
}
