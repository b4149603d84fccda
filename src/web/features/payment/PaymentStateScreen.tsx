import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { PaymentStatus } from '#contract/account/auth.ts'
import type { PaymentState } from '#contract/payments.ts'
import { fromIso } from '#time/clock.ts'
import { formatFullDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { StatusBadge, type Tone } from '#web/ui/layout/StatusBadge.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { InvoiceDetailsForm } from './components/InvoiceDetailsForm.tsx'
import { Ledger } from './components/Ledger.tsx'
import { PlanActions } from './components/PlanActions.tsx'
import { PlanForm } from './components/PlanForm.tsx'
import { myPaymentQuery, plansQuery } from './payment.queries.ts'
import { waitingCheckout } from './waiting-checkout.ts'
import classes from './PaymentStateScreen.module.css'

const TONES: Record<PaymentStatus, Tone> = {
  none: 'neutral',
  pending: 'warning',
  trial: 'info',
  active: 'positive',
  pastDue: 'warning',
  cancelled: 'neutral',
  exempt: 'positive',
}

/** With these there is nothing to pay now; the server refuses it too. */
const PAID: readonly PaymentStatus[] = ['active', 'exempt']

/** /profile/payment: what a coach has paid and until when, and paying, also before a trial ends (product §5). */
export function Component() {
  const { t } = useTranslation(['payment', 'shell'])
  const query = useQuery(myPaymentQuery)
  return (
    <Page
      title={t('mine.title')}
      template="form"
      back={<BackLink to={paths.profile()} label={t('shell:screens.profile')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={110} radius={16} />}>
        {(mine) => (
          <>
            <State mine={mine} />
            {!PAID.includes(mine.paymentStatus) && (
              <>
                <Voucher />
                <Plans />
              </>
            )}
            <Ledger />
            <InvoiceDetailsForm />
          </>
        )}
      </QueryView>
    </Page>
  )
}

/** A server of the release before says nothing of what is allowed. */
type Told = Omit<PaymentState, 'allowedActions'> & Partial<Pick<PaymentState, 'allowedActions'>>

function State({ mine: { paymentStatus, planId, periodEndsAt, allowedActions = [] } }: { mine: Told }) {
  const { t } = useTranslation('payment')
  const { timezone } = useViewer()
  const date = periodEndsAt && formatFullDate(fromIso(periodEndsAt), timezone, currentLanguage())
  return (
    <Card>
      <div className={classes.state}>
        <StatusBadge label={t(`mine.statuses.${paymentStatus}`)} tone={TONES[paymentStatus]} />
        {planId !== null && <span className={classes.plan}>{t(`plans.${planId}`)}</span>}
      </div>
      {date !== null && <p className={classes.until}>{t(`mine.until.${paymentStatus}`, { date })}</p>}
      <p className={classes.hint}>{t(`mine.hints.${paymentStatus}`)}</p>
      <PlanActions allowedActions={allowedActions} until={date} />
    </Card>
  )
}

/** The voucher that was issued a moment ago and is not paid yet. */
function Voucher() {
  const { t } = useTranslation('payment')
  const checkoutId = waitingCheckout(useLocation().state)
  if (checkoutId === null) return null
  return (
    <Card title={t('pending.title')}>
      <p className={classes.waits}>{t('mine.waits')}</p>
      <Button component={Link} to={paths.sandboxCheckout({ checkoutId })} variant="light">
        {t('pending.open')}
      </Button>
    </Card>
  )
}

function Plans() {
  const { t } = useTranslation('payment')
  const query = useQuery(plansQuery)
  return (
    <QueryView query={query} skeleton={<Skeleton height={360} radius={16} />}>
      {(offer) =>
        offer.methods.length === 0 ? (
          <Card>
            <p className={classes.hint}>{t('manual')}</p>
          </Card>
        ) : (
          <PlanForm {...offer} />
        )
      }
    </QueryView>
  )
}
