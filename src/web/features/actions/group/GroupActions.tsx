import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ActionsDrawing } from '#web/ui/drawings/ActionsDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { groupActionsQuery } from '#web/widgets/queries/action.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { OpenedAction } from '../view/OpenedAction.tsx'
import { AssignmentTable } from './AssignmentTable.tsx'

const AssignDialog = lazyDialog(() => import('./AssignDialog.tsx'))

type Props = {
  groupId: string
  /** On its page, whose title says what the card says elsewhere. */
  isPage?: boolean
}

/** What a group was asked for, and how far each member is (product §7, §12). */
export function GroupActions({ groupId, isPage = false }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const query = useInfiniteQuery(groupActionsQuery(groupId))
  const today = dateOf(useNow(), useViewer().timezone)
  const [adding, setAdding] = useState(false)
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} avatars={false} />}>
      {({ pages }) => {
        const assignments = pages.flatMap(({ data }) => data)
        const people = [
          ...new Map(pages.flatMap((page) => page.people).map((one) => [one.clientId, one])).values(),
        ]
        const add = pages[0]?.canAdd && (
          <Button
            variant="light"
            aria-haspopup="dialog"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('new.title')}
          </Button>
        )
        return (
          <Card title={isPage ? undefined : t('group.title')} aside={assignments.length > 0 && add}>
            {assignments.length === 0 ? (
              <EmptyState
                drawing={<ActionsDrawing />}
                text={
                  add ? <TwoLines title={t('group.empty')} hint={t('group.emptyHint')} /> : t('group.empty')
                }
                action={add}
              />
            ) : (
              <AssignmentTable assignments={assignments} people={people} />
            )}
            <MoreButton query={query} label={t('more')} />
            <OpenedAction actions={assignments.flatMap(({ actions }) => actions)} today={today} />
            <Suspense>
              {adding && (
                <AssignDialog
                  groupId={groupId}
                  people={people.filter(({ isIn }) => isIn)}
                  onClose={() => setAdding(false)}
                />
              )}
            </Suspense>
          </Card>
        )
      }}
    </QueryView>
  )
}
