import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { PeopleDrawing } from '#web/ui/drawings/PeopleDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'

/** Places by the name of their label. */
type PreparedTitle = 'profile'

const DRAWINGS: Record<PreparedTitle, () => ReactNode> = {
  profile: PeopleDrawing,
}

/** The screen of a sidebar place whose feature is not built yet (product D21); docs/spec-coverage.md lists them. */
export const preparing = (title: PreparedTitle) => ({
  Component: () => <PreparingScreen title={title} />,
})

function PreparingScreen({ title }: { title: PreparedTitle }) {
  const { t } = useTranslation('shell')
  const Subject = DRAWINGS[title]
  return (
    <Page title={t(`screens.${title}`)}>
      <Card>
        <EmptyState
          drawing={<Subject />}
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
