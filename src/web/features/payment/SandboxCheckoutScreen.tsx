import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconFlask, IconReceipt } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import type { SandboxCheckout } from '#contract/payments.ts'
import { fetchProfile } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useStore } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { StatusBadge, type Tone } from '#web/ui/layout/StatusBadge.tsx'
import { NotFound } from '#web/widgets/page/NotFound.tsx'
import { PublicFrame } from '#web/widgets/page/PublicFrame.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { Fact, Facts } from './components/Facts.tsx'
import { amountText } from './money.ts'
import { checkoutQuery } from './payment.queries.ts'
import classes from './SandboxCheckoutScreen.module.css'

type Outcome = 'success' | 'decline' | 'voucher'

const TONES: Record<SandboxCheckout['status'], Tone> = {
  open: 'info',
  voucher: 'warning',
  paid: 'positive',
  declined: 'negative',
}

/** The local checkout of test mode (product §5): it replaces the provider's page, and says so. */
export function Component() {
  const { t } = useTranslation('payment')
  const { checkoutId = '' } = useParams()
  const query = useQuery(checkoutQuery(checkoutId))
  if (isNoCheckout(query.error)) {
    return (
      <PublicFrame title={t('sandbox.title')}>
        <NotFound />
      </PublicFrame>
    )
  }
  return (
    <PublicFrame title={t('sandbox.title')}>
      <p className={classes.mark}>
        <IconFlask aria-hidden="true" />
        {t('sandbox.mark')}
      </p>
      <h1 className={classes.title}>{t('sandbox.title')}</h1>
      <Card>
        <QueryView query={query}>{(checkout) => <Checkout checkout={checkout} />}</QueryView>
      </Card>
    </PublicFrame>
  )
}

/** An unknown or malformed id: shown as not found. */
function isNoCheckout(failure: unknown): boolean {
  return failure instanceof ApiFailure && (failure.status === 404 || failure.status === 422)
}

function Checkout({ checkout }: { checkout: SandboxCheckout }) {
  const { t } = useTranslation(['payment', 'common'])
  const navigate = useNavigate()
  const client = useQueryClient()
  const isLogged = useStore((root) => root.session.isLogged)
  // The screen that led here, for another try: a coach in a trial pays from their profile.
  const back = useStore(({ session }) =>
    session.payment ? paths.profileSection({ section: 'payment' }) : paths.payment(),
  )
  const settle = useMutation({
    mutationFn: (outcome: Outcome) =>
      call('POST /v1/payment/sandbox/:checkoutId', {
        params: { checkoutId: checkout.checkoutId },
        body: { outcome },
      }),
    onSuccess: async (settled) => {
      client.setQueryData(checkoutQuery(checkout.checkoutId).queryKey, settled)
      if (!isLogged) return
      // A provider would redirect back; the guard navigates from here (spec §4).
      if (settled.status === 'paid') await fetchProfile().catch(() => undefined)
      if (settled.status === 'declined') return
      if (settled.status === 'paid') await navigate(paths.payment())
      else await navigate(back)
    },
    onError: (failure) => showFailure(failure),
  })
  const { status } = checkout
  // A declined payment may still succeed on the same checkout (product §21).
  const paid = status === 'paid'
  const button = (outcome: Outcome, Icon: typeof IconReceipt, variant: string) => (
    <Button
      variant={variant}
      leftSection={<Icon size={18} />}
      loading={settle.isPending && settle.variables === outcome}
      disabled={settle.isPending}
      onClick={() => settle.mutate(outcome)}
    >
      {t(`sandbox.${outcome}`)}
    </Button>
  )
  return (
    <div className={classes.checkout}>
      <Facts>
        <Fact term={t('plan')} value={t(`plans.${checkout.planId}`)} />
        <Fact term={t('method')} value={t(`methods.${checkout.method}`)} />
        <Fact term={t('sandbox.amount')} value={amountText(checkout, currentLanguage())} />
        <Fact
          term={t('sandbox.state')}
          value={<StatusBadge tone={TONES[status]} label={t(`sandbox.states.${status}`)} />}
        />
      </Facts>
      {status === 'declined' ? (
        <p role="alert" className={classes.declined}>
          {t(checkout.method === 'card' ? 'declined.card' : 'declined.other')}
        </p>
      ) : (
        <p className={classes.text}>{t(`sandbox.texts.${status}`)}</p>
      )}
      <div className={classes.buttons}>
        {!paid && button('success', IconCircleCheck, 'filled')}
        {!paid && status !== 'declined' && button('decline', IconCircleX, 'default')}
        {status === 'open' && button('voucher', IconReceipt, 'default')}
        {(paid || status === 'declined') && (
          <Button component={Link} to={paid ? paths.payment() : back} variant={paid ? 'filled' : 'default'}>
            {t(paid ? 'sandbox.continue' : 'sandbox.again')}
          </Button>
        )}
      </div>
    </div>
  )
}
