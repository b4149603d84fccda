import { useTranslation } from 'react-i18next'
import { ExportCard } from '#web/features/account/components/ExportCard.tsx'
import { ActivityCard } from '#web/features/account/activity/ActivityCard.tsx'
import { DeletionCard } from '#web/features/account/deletion/DeletionCard.tsx'
import { ImportCard } from '#web/features/account/import/ImportCard.tsx'
import { PasswordCard } from '#web/features/account/components/PasswordCard.tsx'
import { SignInsCard } from '#web/features/account/components/SignInsCard.tsx'
import { GoogleCard } from '#web/features/auth/GoogleCard.tsx'
import { AccountForm } from '#web/features/profile/components/AccountForm.tsx'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'

/** /profile/account (product §18): the person's language, ways to sign in, and open sign-ins. */
export function Component() {
  const { t } = useTranslation(['account', 'shell'])
  const { side } = useViewer()
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      template="form"
      back={<BackLink to={paths.profile()} label={t('shell:screens.profile')} />}
    >
      <AccountForm />
      <PasswordCard />
      <GoogleCard />
      <SignInsCard />
      <ActivityCard />
      <ExportCard />
      {side === 'coach' && <ImportCard />}
      <DeletionCard />
    </Page>
  )
}
