import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ActionsDrawing } from '#web/ui/drawings/ActionsDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { groupActionsQuery } from '#web/widgets/queries/action.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { OpenedAction } from '../view/OpenedAction.tsx'
import { AssignButton } from './AssignButton.tsx'
import { AssignmentTable } from './AssignmentTable.tsx'
import { peopleOf } from './group-people.ts'

type Props = {
  groupId: string
  /** On its page, whose title says what the card says elsewhere, and whose bar has the button. */
  isPage?: boolean
}

/** What a group was asked for, and how far each member is (product §7, §12). */
export function GroupActions({ groupId, isPage = false }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const query = useInfiniteQuery(groupActionsQuery(groupId))
  const today = dateOf(useNow(), useViewer().timezone)
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} avatars={false} />}>
      {({ pages }) => {
        const assignments = pages.flatMap(({ data }) => data)
        const people = peopleOf(pages)
        const canAdd = pages[0]?.canAdd === true
        return (
          <Card
            {...(!isPage && {
              title: t('title'),
              aside: assignments.length > 0 && <AssignButton groupId={groupId} light />,
              headInRow: true,
            })}
          >
            {assignments.length === 0 ? (
              <EmptyState
                drawing={<ActionsDrawing />}
                text={
                  canAdd ? (
                    <TwoLines title={t('group.empty')} hint={t('group.emptyHint')} />
                  ) : (
                    t('group.empty')
                  )
                }
                action={canAdd && <AssignButton groupId={groupId} light />}
              />
            ) : (
              <AssignmentTable assignments={assignments} people={people} />
            )}
            <MoreButton query={query} label={t('more')} />
            <OpenedAction actions={assignments.flatMap(({ actions }) => actions)} today={today} />
          </Card>
        )
      }}
    </QueryView>
  )
}
