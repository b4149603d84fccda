import { Button } from '@mantine/core'
import { IconArrowsExchange, IconClockHour4, IconLogout, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromIso } from '#time/clock.ts'
import { formatFullDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { meQuery } from '#web/widgets/queries/me.queries.ts'
import { refresh } from '#web/api/query-client.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { LogoutDialog } from '#web/widgets/sign-in/LogoutDialog.tsx'
import { PublicFrame } from '#web/widgets/page/PublicFrame.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { SpacesDialog } from '#web/widgets/sign-in/SpacesDialog.tsx'
import { operatorQuery } from '#web/widgets/queries/operator.queries.ts'
import { useHasSpaces } from '#web/widgets/sign-in/use-has-spaces.ts'
import { Ledger } from './components/Ledger.tsx'
import { ManualNote } from './components/ManualNote.tsx'
import { PlanForm } from './components/PlanForm.tsx'
import { ledgerQuery, myPaymentQuery, plansQuery } from './payment.queries.ts'
import { PlanActions } from './state/PlanActions.tsx'
import { PortalButton } from './state/PortalButton.tsx'
import { type ToldState, mayPay } from './state/told-state.ts'
import { WaitingPayments, useHasVouchers } from './waiting/WaitingPayments.tsx'
import classes from './PaymentView.module.css'

/**
 * Where a coach without payment is (product §5): the plans, a payment on its way, the receipts of what was paid before,
 * support, and the way out. `takeAlong` has their data, and `safety` is what they may do about their own account all the
 * same (product §1 D6).
 */
export function PaymentView({ takeAlong, safety }: { takeAlong?: ReactNode; safety?: ReactNode }) {
  const { t } = useTranslation(['payment', 'shell', 'common'])
  const [leaving, setLeaving] = useState(false)
  const [moving, setMoving] = useState(false)
  // Somebody who is also a client gets there without paying for a practice.
  const hasSpaces = useHasSpaces()
  // A payment made meanwhile changes the profile, and with it the guard lets the coach in.
  const profile = useQuery(meQuery)
  const plans = useQuery(plansQuery)
  const payment = useQuery(myPaymentQuery)
  const { data: mine } = payment
  const { data: operator } = useQuery(operatorQuery)
  // Somebody who had a plan before; a first payment on its way names its plan too.
  const hasLapsed = mine?.planId != null && mine.paymentStatus !== 'pending'
  const hasVouchers = useHasVouchers()
  const { data: ledger } = useQuery(ledgerQuery)
  // A new coach has none, and is not told that it could not be read.
  const hasLedger = hasLapsed || (ledger?.data.length ?? 0) > 0
  // Its card is still being charged by itself: it can be changed, and another payment would be one too many.
  const isCharged = mine !== undefined && !mayPay(mine) && mine.allowedActions.includes('openPortal')
  return (
    <PublicFrame
      title={t('title')}
      aside={
        <div className={classes.ways}>
          {hasSpaces && (
            <Button
              variant="subtle"
              leftSection={<IconArrowsExchange size={18} />}
              onClick={() => setMoving(true)}
            >
              {t('shell:user.spaces')}
            </Button>
          )}
          <Button variant="default" leftSection={<IconLogout size={18} />} onClick={() => setLeaving(true)}>
            {t('signOut')}
          </Button>
        </div>
      }
    >
      <div className={classes.head}>
        <h1 className={classes.title}>{t('title')}</h1>
        {hasLapsed && <EndedOn mine={mine} />}
        <p className={classes.subtitle}>{t(hasLapsed ? 'subtitleAgain' : 'subtitle')}</p>
      </div>
      <div className={classes.waiting}>
        <WaitingPayments />
      </div>
      {/* It was issued a moment ago, and what it says has not come yet. */}
      {mine?.paymentStatus === 'pending' && hasVouchers === false && (
        <Card className={classes.pending}>
          <IconClockHour4 className={classes.clock} aria-hidden="true" />
          <div className={classes.pendingText}>
            <h2 className={classes.pendingTitle}>{t('pending.title')}</h2>
            <p>{t('pending.text')}</p>
          </div>
          <Button
            variant="default"
            loading={profile.isFetching}
            onClick={() => void refresh('me', 'payment')}
          >
            {t('pending.check')}
          </Button>
        </Card>
      )}
      {isCharged && (
        <Card className={classes.pending}>
          <p className={classes.pendingText}>{t('mine.renewing')}</p>
          <PortalButton />
          <PlanActions mine={{ ...mine, allowedActions: stopping(mine) }} others={[]} />
        </Card>
      )}
      <QueryView query={plans} beside={[payment]} skeleton={<PlansSkeleton />}>
        {(offer) =>
          offer.methods.length === 0 ? (
            <ManualNote />
          ) : (
            <QueryView query={payment} skeleton={<PlansSkeleton />}>
              {(known) => mayPay(known) && <PlanForm {...offer} />}
            </QueryView>
          )
        }
      </QueryView>
      {hasLedger && (
        <div className={classes.ledger}>
          <Ledger />
        </div>
      )}
      {operator?.supportEmail && (
        <p className={classes.support}>
          <a href={`mailto:${operator.supportEmail}`}>
            <IconMail size={18} aria-hidden="true" />
            {t('support')}
          </a>
        </p>
      )}
      {takeAlong !== undefined && <div className={classes.takeAlong}>{takeAlong}</div>}
      {safety !== undefined && (
        <details className={classes.safety}>
          <summary>{t('safety')}</summary>
          {safety}
        </details>
      )}
      {moving && <SpacesDialog onClose={() => setMoving(false)} />}
      <LogoutDialog opened={leaving} onClose={() => setLeaving(false)} />
    </PublicFrame>
  )
}

/** Until when somebody who is here again had a plan. */
function EndedOn({ mine: { periodEndsAt } }: { mine: ToldState }) {
  const { t } = useTranslation('payment')
  const { timezone } = useViewer()
  const now = useNow()
  if (periodEndsAt === null || fromIso(periodEndsAt) > now) return null
  const date = formatFullDate(fromIso(periodEndsAt), timezone, currentLanguage())
  return <p className={classes.subtitle}>{t('endedOn', { date })}</p>
}

/** Somebody whose card would be charged again may stop that, and pay in another way. */
const stopping = ({ allowedActions = [] }: ToldState) =>
  allowedActions.filter((action) => action === 'cancel')

function PlansSkeleton() {
  const { t } = useTranslation()
  return (
    <Card>
      <ListSkeleton label={t('loading')} rows={3} avatars={false} />
    </Card>
  )
}
