import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PaymentStatus } from '#contract/account/auth.ts'
import type { PlanId } from '#contract/payments.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { formatFullDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { StatusBadge, type Tone } from '#web/ui/layout/StatusBadge.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { waitingQuery } from '../payment.queries.ts'
import { PlanActions } from './PlanActions.tsx'
import { type ToldState, hintOf, openUntil, toldEnd } from './told-state.ts'
import classes from './StateCard.module.css'

const TONES: Record<PaymentStatus, Tone> = {
  none: 'neutral',
  pending: 'warning',
  trial: 'info',
  active: 'positive',
  pastDue: 'warning',
  cancelled: 'neutral',
  exempt: 'positive',
}

/** What is paid and until when, what happens then, and what can be done about the plan. `plans` are those on offer. */
export function StateCard({ mine, plans }: { mine: ToldState; plans: readonly PlanId[] }) {
  const { t } = useTranslation('payment')
  const { timezone } = useViewer()
  const now = useNow()
  const { data: waiting } = useQuery(waitingQuery)
  const { paymentStatus, periodEndsAt, renewsAs, chargesAt } = mine
  const day = (at: EpochMs) => formatFullDate(at, timezone, currentLanguage())
  const retryAt = waiting?.retryAt ? fromIso(waiting.retryAt) : null
  const hint = hintOf(mine, retryAt, now)
  const end = toldEnd(mine)
  const plan = renewsAs ?? mine.planId
  const isRenewed = paymentStatus === 'active' && renewsAs !== undefined && renewsAs !== null
  // What is paid in another way besides may reach further than the card, which is charged at its own time all the same.
  const charge = isRenewed ? (chargesAt ? fromIso(chargesAt) : end) : null
  return (
    <Card>
      <div className={classes.state}>
        <StatusBadge label={t(`mine.statuses.${paymentStatus}`)} tone={TONES[paymentStatus]} />
        {plan !== null && <span className={classes.plan}>{t(`plans.${plan}`)}</span>}
      </div>
      {charge !== null && <p className={classes.until}>{t('mine.renews', { date: day(charge) })}</p>}
      {end !== null && end !== charge && (
        <p className={classes.until}>{t(`mine.until.${paymentStatus}`, { date: day(end) })}</p>
      )}
      <p className={classes.hint}>
        {hint.at === undefined ? t(`mine.${hint.key}`) : t(`mine.${hint.key}`, { date: day(hint.at) })}
      </p>
      {paymentStatus === 'pastDue' && periodEndsAt !== null && (
        <p className={classes.hint}>{t('mine.openUntil', { date: day(openUntil(periodEndsAt)) })}</p>
      )}
      <PlanActions mine={mine} others={plans.filter((each) => each !== plan)} />
    </Card>
  )
}
