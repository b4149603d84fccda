import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/store/viewer.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { NotFound } from '#web/widgets/page/NotFound.tsx'
import { type GoalOwner, goalsQuery } from '#web/widgets/queries/goal.queries.ts'
import { GoalsPanel } from './list/GoalsPanel.tsx'
import { NewGoalButton } from './list/NewGoalButton.tsx'

/** A client's own goals and those of their groups (product §11). */
export function Component() {
  const { t } = useTranslation('goals')
  const { clientId } = useViewer()
  if (clientId === null) return <NotFound />
  const of: GoalOwner = { type: 'Client', itemId: clientId }
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={<AddOwn of={of} />}>
      <GoalsPanel of={of} />
    </Page>
  )
}

/** There from the start, so that nothing moves when the list comes. */
function AddOwn({ of }: { of: GoalOwner }) {
  const { data } = useInfiniteQuery(goalsQuery(of, 'open'))
  return data?.pages[0]?.canAdd !== false && <NewGoalButton of={of} />
}
