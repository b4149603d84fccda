import { Button, Loader } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { fromIso } from '#time/clock.ts'
import { formatFullDate } from '#time/format.ts'
import { call } from '#web/api/call.ts'
import { fetchProfile } from '#web/api/auth-session.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useStore } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { PublicFrame } from '#web/widgets/page/PublicFrame.tsx'
import { meQuery } from '#web/widgets/queries/me.queries.ts'
import { operatorQuery } from '#web/widgets/queries/operator.queries.ts'
import { myPaymentQuery } from '../payment.queries.ts'
import { type ToldState, mayPay } from '../state/told-state.ts'
import { WaitingPayments, useHasVouchers } from '../waiting/WaitingPayments.tsx'
import { useAskingAgain } from './use-asking-again.ts'
import classes from './PaymentDoneScreen.module.css'

/**
 * /payment/done: where a provider leads back to (product §5). Whether it was paid is heard a moment later, from the provider:
 * until then it says so, shows what was issued to pay with, and leads on once the payment has come.
 */
export function Component() {
  const { t } = useTranslation('payment')
  useQuery(meQuery)
  const { data: mine } = useQuery(myPaymentQuery)
  const { data: operator } = useQuery(operatorQuery)
  const hasVouchers = useHasVouchers() === true
  const { isLong } = useAskingAgain()
  const isOpen = useStore(({ session }) => session.payment)
  useLeavingWhenPaid(mine)
  const title = hasVouchers ? t('pending.title') : t('done.title')
  return (
    <PublicFrame title={title}>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.parts}>
        {hasVouchers && <WaitingPayments />}
        <Card>
          <div role="status" className={classes.state}>
            {!hasVouchers && !isLong && <Loader size={22} aria-hidden="true" />}
            <p className={classes.text}>
              {t(hasVouchers ? 'done.voucher' : isLong ? 'done.long' : 'done.text')}
            </p>
          </div>
          {(hasVouchers || isLong) && (
            <div className={classes.ways}>
              <Button component={Link} to={isOpen ? paths.home() : paths.payment()}>
                {t(isOpen ? 'done.toApp' : 'done.toPayment')}
              </Button>
              {isLong && operator?.supportEmail && (
                <Button
                  component="a"
                  href={`mailto:${operator.supportEmail}`}
                  variant="default"
                  leftSection={<IconMail size={18} aria-hidden="true" />}
                >
                  {t('support')}
                </Button>
              )}
            </div>
          )}
        </Card>
      </div>
    </PublicFrame>
  )
}

/** Paid, as far as the server knows: nothing more can be paid now. */
const isPaid = (mine: ToldState | undefined): mine is ToldState => mine?.payment === true && !mayPay(mine)

/** Once the payment has come: what was paid is said, and the app is opened. */
function useLeavingWhenPaid(mine: ToldState | undefined): void {
  const { t } = useTranslation(['payment', 'common'])
  const navigate = useNavigate()
  const { timezone } = useViewer()
  const leaves = isPaid(mine)
  const isKnown = mine !== undefined
  const isTrial = mine?.paymentStatus === 'trial'
  const renewal = leaves && mine.renewsAs ? (mine.chargesAt ?? mine.periodEndsAt) : null
  const hasWaited = useRef(false)
  useEffect(() => {
    if (!leaves) {
      hasWaited.current ||= isKnown
      return
    }
    let isGone = false
    const leave = async () => {
      const isKept = renewal !== null && (await isCardOnlyKept(isTrial))
      // It says itself when somebody has paid who had to.
      await fetchProfile().catch(() => undefined)
      // The person went elsewhere meanwhile, or there is more to say by now.
      if (isGone) return
      const thanks = t('common:paid')
      if (isKept) {
        const date = formatFullDate(fromIso(renewal), timezone, currentLanguage())
        setAlert(t('done.cardKept', { date }), 'success')
      } else if (hasWaited.current && !isShown(thanks)) setAlert(thanks, 'success')
      await navigate(paths.home(), { replace: true })
    }
    void leave()
    return () => {
      isGone = true
    }
  }, [leaves, isKnown, isTrial, renewal, timezone, navigate, t])
}

/** A text that needs no reaction, as that of the connection, may be shown at that moment: it gives way. */
function isShown(text: string): boolean {
  const { msg, status } = useStore.getState().alert
  return status && msg === text
}

/**
 * Whether the card that renews the plan was kept and nothing charged, in a trial or while something else is paid: then the last
 * that happened is the beginning of a trial. Without an answer the status says it.
 */
async function isCardOnlyKept(isTrial: boolean): Promise<boolean> {
  const ledger = await call('GET /v1/payment/ledger').catch(() => undefined)
  const last = ledger?.data.find(({ cause }) => cause === 'paid' || cause === 'trialBegan')
  return last ? last.cause === 'trialBegan' : isTrial
}
