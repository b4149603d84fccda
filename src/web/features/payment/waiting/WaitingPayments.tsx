import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { amountText } from '../money.ts'
import { myPaymentQuery, plansQuery, waitingQuery } from '../payment.queries.ts'
import { mayPay } from '../state/told-state.ts'
import { VoucherCard } from './VoucherCard.tsx'
import classes from './WaitingPayments.module.css'

/** Whether something was issued that can still be paid; undefined until the first answer. */
export function useHasVouchers(): boolean | undefined {
  const { data, isError } = useQuery(waitingQuery)
  if (data === undefined) return isError ? false : undefined
  return data.vouchers.length > 0
}

/**
 * What waits to be paid in cash or by transfer, the last first, and what was transferred too much (product §5). Nothing where
 * there is neither: the screens around it say more than a failure of it could.
 */
export function WaitingPayments() {
  const { t } = useTranslation('payment')
  const { data: waiting } = useQuery(waitingQuery)
  const { data: offer } = useQuery(plansQuery)
  const { data: mine } = useQuery(myPaymentQuery)
  if (!waiting) return null
  const { vouchers, balance } = waiting
  if (vouchers.length === 0 && balance === null) return null
  return (
    <div className={classes.waiting}>
      {vouchers.length > 0 && mine && <p>{t(mayPay(mine) ? 'waiting.either' : 'waiting.extra')}</p>}
      {vouchers
        .toSorted((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1))
        .map((voucher) => (
          <VoucherCard key={voucher.checkoutId} voucher={voucher} isTest={offer?.provider === 'sandbox'} />
        ))}
      {balance !== null && (
        <Card>
          <p className={classes.balance}>
            {t('waiting.balance', { amount: amountText(balance, currentLanguage()) })}
          </p>
        </Card>
      )}
    </div>
  )
}
