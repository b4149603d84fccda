import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { NewsPreferences, NewsPreferencesPart } from '#contract/account/news-preferences.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { DeviceCard } from '#web/widgets/push/DeviceCard.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { NewsMatrix } from './components/NewsMatrix.tsx'
import { DailyCard, QuietCard } from './components/TimesCards.tsx'
import { preferencesOf, useSavePreferences, useShownPreferences } from './preferences.queries.ts'

/** /profile/notifications (product §17): what comes how and when; each choice is saved at once. */
export function Component() {
  const { t } = useTranslation(['preferences', 'shell'])
  const { userId } = useViewer()
  const query = useQuery(preferencesOf(userId))
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      template="form"
      back={<BackLink to={paths.profile()} label={t('shell:screens.profile')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={560} radius={16} />}>
        {(known) => <Choices known={known} />}
      </QueryView>
    </Page>
  )
}

function Choices({ known }: { known: NewsPreferences }) {
  const { side, userId } = useViewer()
  const save = useSavePreferences(userId)
  const shown = useShownPreferences(known)
  const change = (part: NewsPreferencesPart) => void save.mutateAsync(part).catch(showFailure)
  return (
    <>
      <DeviceCard />
      <NewsMatrix side={side} kinds={shown.kinds} onChange={(kinds) => change({ kinds })} />
      <QuietCard quiet={shown.quiet} onChange={(quiet) => change({ quiet })} />
      <DailyCard daily={shown.daily} onChange={(daily) => change({ daily })} />
    </>
  )
}
