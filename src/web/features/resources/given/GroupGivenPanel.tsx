import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ResourcesDrawing } from '#web/ui/drawings/ResourcesDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { groupGivenQuery } from '../resources.queries.ts'
import classes from './GivenPanel.module.css'
import { GivenRow } from './GivenRow.tsx'

/** What a group was given, and how many of its members are through with it. */
export function GroupGivenPanel({ groupId, name }: { groupId: string; name: string }) {
  const { t } = useTranslation(['resources', 'common'])
  const query = useQuery(groupGivenQuery(groupId))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            drawing={<ResourcesDrawing />}
            text={<TwoLines title={t('emptyOf', { name })} hint={t('emptyOfHint')} />}
          />
        ) : (
          <ul className={classes.list}>
            {data.map(({ assignmentId, resource, people, completed }) => (
              <li key={assignmentId}>
                <GivenRow
                  resource={{ ...resource, groupName: null }}
                  aside={<span>{t('completedOf', { completed, count: people })}</span>}
                />
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
