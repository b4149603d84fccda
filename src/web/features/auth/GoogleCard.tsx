import { Button } from '@mantine/core'
import { IconBrandGoogleFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchProfile } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { offersGoogle } from '#web/api/installation.ts'
import { logFailure } from '#web/api/log.ts'
import { setAlert } from '#web/app/store/alert.ts'
import { useSessionUser } from '#web/app/store/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { useLeaving } from '#web/ui/use-leaving.ts'
import { UnlinkDialog } from './components/UnlinkDialog.tsx'
import classes from './GoogleCard.module.css'
import { useLinkOutcome } from './use-link-outcome.ts'

/** Google as a way into the signed-in account (product §18); absent where nobody can come in that way. */
export function GoogleCard() {
  const { t } = useTranslation(['auth', 'common'])
  const { id, googleLinked, hasPassword } = useSessionUser()
  const [leaving, setLeaving] = useLeaving()
  const [asking, setAsking] = useState(false)
  useLinkOutcome()
  if (!offersGoogle() && !googleLinked) return null

  const connect = async () => {
    setLeaving(true)
    try {
      const { url } = await call('POST /v1/user/:userId/google', { params: { userId: id } })
      location.assign(url)
    } catch (failure) {
      setLeaving(false)
      showFailure(failure)
    }
  }
  const disconnected = async () => {
    setAsking(false)
    await fetchProfile().catch((failure: unknown) => logFailure('profile', failure))
    setAlert(t('google.link.gone'), 'success')
  }

  return (
    <Card title={t('google.link.title')}>
      <div className={classes.row}>
        <p className={classes.text}>{t(googleLinked ? 'google.link.on' : 'google.link.off')}</p>
        {googleLinked ? (
          <Button variant="default" disabled={!hasPassword} onClick={() => setAsking(true)}>
            {t('google.link.disconnect')}
          </Button>
        ) : (
          <LoadingButton
            variant="default"
            loading={leaving}
            loadingLabel={t('google.leaving')}
            leftSection={<IconBrandGoogleFilled size={18} aria-hidden="true" />}
            onClick={() => void connect()}
          >
            {t('google.link.connect')}
          </LoadingButton>
        )}
      </div>
      {googleLinked && !hasPassword && <p className={classes.small}>{t('google.link.needsPassword')}</p>}
      <UnlinkDialog
        opened={asking}
        userId={id}
        onClose={() => setAsking(false)}
        onDone={() => void disconnected()}
      />
    </Card>
  )
}
