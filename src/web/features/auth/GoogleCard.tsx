import { Button } from '@mantine/core'
import { IconBrandGoogleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proof } from '#contract/account/accounts.ts'
import { fetchProfile } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { offersGoogle } from '#web/api/installation.ts'
import { logFailure } from '#web/api/log.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useLeaving } from '#web/ui/use-leaving.ts'
import { ProofDialog } from '#web/widgets/sign-in/ProofDialog.tsx'
import { identitiesQuery } from '#web/widgets/queries/identities.queries.ts'
import { UnlinkDialog } from './components/UnlinkDialog.tsx'
import classes from './GoogleCard.module.css'
import { useLinkOutcome } from './use-link-outcome.ts'

/** Links Google to the signed-in account (product §18); absent if this installation does not offer Google. */
export function GoogleCard() {
  const { t } = useTranslation(['auth', 'common'])
  const person = useSessionUser()
  const { id, googleLinked, hasPassword } = person
  const [leaving, setLeaving] = useLeaving()
  const [asking, setAsking] = useState(false)
  const [connecting, setConnecting] = useState(false)
  const { data: linked } = useQuery({ ...identitiesQuery(id), enabled: googleLinked })
  useLinkOutcome()
  if (!offersGoogle() && !googleLinked) return null

  const connect = async (proof: Proof) => {
    const { url } = await call('POST /v1/user/:userId/google', { params: { userId: id }, body: proof })
    setLeaving(true)
    location.assign(url)
  }
  const disconnected = async () => {
    setAsking(false)
    await fetchProfile().catch((failure: unknown) => logFailure('profile', failure))
    setAlert(t('google.link.gone'), 'success')
  }

  return (
    <Card title={t('google.link.title')}>
      <div className={classes.row}>
        <p className={classes.text}>
          {!googleLinked
            ? t('google.link.off')
            : linked
              ? t('google.link.onAs', { email: linked.map(({ email }) => email).join(', ') })
              : t('google.link.on')}
        </p>
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
            onClick={() => setConnecting(true)}
          >
            {t('google.link.connect')}
          </LoadingButton>
        )}
      </div>
      {googleLinked && !hasPassword && <p className={classes.small}>{t('google.link.needsPassword')}</p>}
      <ProofDialog
        person={person}
        opened={connecting}
        onClose={() => setConnecting(false)}
        title={t('google.link.ask.title')}
        subtitle={t('google.link.ask.subtitle')}
        icon={<IconBrandGoogleFilled />}
        accept={t('google.link.connect')}
        run={connect}
      />
      <UnlinkDialog
        opened={asking}
        userId={id}
        onClose={() => setAsking(false)}
        onDone={() => void disconnected()}
      />
    </Card>
  )
}
