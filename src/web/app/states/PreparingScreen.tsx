import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { NorteMark } from '#web/widgets/page/NorteMark.tsx'

/** Places by the name of their label. */
type PreparedTitle = 'messages' | 'resources' | 'memorandums' | 'goals' | 'profile'

/** The screen of a sidebar place whose feature is not built yet (product D21); docs/spec-coverage.md lists them. */
export const preparing = (title: PreparedTitle) => ({
  Component: () => <PreparingScreen title={title} />,
})

function PreparingScreen({ title }: { title: PreparedTitle }) {
  const { t } = useTranslation('shell')
  return (
    <Page title={t(`screens.${title}`)}>
      <Card>
        <EmptyState
          icon={<NorteMark />}
          text={t('preparing')}
          action={
            <Button component={Link} to={paths.dashboard()} variant="light">
              {t('preparingBack')}
            </Button>
          }
        />
      </Card>
    </Page>
  )
}
