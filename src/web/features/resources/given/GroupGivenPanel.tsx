import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { CardHead } from '#web/ui/layout/Card.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { groupGivenQuery } from '../resources.queries.ts'
import classes from './GivenPanel.module.css'
import { GivenRow } from './GivenRow.tsx'
import { LibraryButton } from './LibraryButton.tsx'
import { NothingGiven } from './NothingGiven.tsx'

type Props = {
  groupId: string
  name: string
  /** In a tab, where no header above has the title, and no bar the button to give more. */
  inTab?: boolean
}

/** What a group was given, and how many of its members are through with it. */
export function GroupGivenPanel({ groupId, name, inTab = false }: Props) {
  const { t } = useTranslation(['resources', 'common'])
  const query = useInfiniteQuery(groupGivenQuery(groupId))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} />}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data)
        return rows.length === 0 ? (
          <NothingGiven name={name} />
        ) : (
          <div>
            {inTab && <CardHead title={t('title')} aside={<LibraryButton light />} />}
            <ul className={classes.list}>
              {rows.map(({ assignmentId, resource, people, completed }) => (
                <li key={assignmentId}>
                  <GivenRow
                    resource={{ ...resource, groupName: null }}
                    aside={<span>{t('completedOf', { completed, count: people })}</span>}
                  />
                </li>
              ))}
            </ul>
            <MoreButton query={query} label={t('more')} />
          </div>
        )
      }}
    </QueryView>
  )
}
