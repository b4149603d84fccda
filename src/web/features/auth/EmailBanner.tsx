import { Button } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '#web/store/store.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'

const EmailDialog = lazyDialog(() => import('./components/EmailDialog.tsx'))

/** Above every screen of a coach whose e-mail is not confirmed yet (product §3). */
export function EmailBanner() {
  const { t } = useTranslation('shell')
  const user = useStore(({ session }) => (session.userType === 'coach' ? session.user : null))
  const [opened, setOpened] = useState(false)
  if (!user || user.emailVerified) return null
  return (
    <Banner tone="warning" icon={<IconMailExclamation />} text={t('email.banner')}>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        {t('email.confirm')}
      </Button>
      <Suspense>{opened && <EmailDialog email={user.email} onClose={() => setOpened(false)} />}</Suspense>
    </Banner>
  )
}
