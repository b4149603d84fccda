import type { ButtonProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useLeaving } from '#web/ui/use-leaving.ts'

/** Leads to the provider's page where a coach changes their card. */
export function PortalButton(props: Pick<ButtonProps, 'variant' | 'size'>) {
  const { t } = useTranslation(['payment', 'common'])
  const [opening, setOpening] = useLeaving()
  const open = async () => {
    setOpening(true)
    try {
      // The button stays busy until the page is left.
      location.assign((await call('POST /v1/payment/portal')).url)
    } catch (failure) {
      showFailure(failure)
      setOpening(false)
    }
  }
  return (
    <LoadingButton
      {...props}
      loading={opening}
      loadingLabel={t('common:loading')}
      onClick={() => void open()}
    >
      {t('ownPlan.card')}
    </LoadingButton>
  )
}
