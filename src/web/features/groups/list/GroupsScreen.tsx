import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { GroupDrawing } from '#web/ui/drawings/GroupDrawing.tsx'
import { SearchDrawing } from '#web/ui/drawings/SearchDrawing.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { ClearButton } from '#web/widgets/page/ClearButton.tsx'
import { Filters } from '#web/widgets/page/Filters.tsx'
import { Pages } from '#web/widgets/page/Pages.tsx'
import phoneIcon from '#web/widgets/page/PhoneIcon.module.css'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useTypedSearch } from '#web/widgets/use-typed-search.ts'
import { GroupRow } from './GroupRow.tsx'
import {
  type GroupFilter,
  LONGEST_SEARCH,
  STATUSES,
  addressOf,
  countFilters,
  filterOf,
  isFiltered,
  noFilter,
} from './group-filter.ts'
import { PAGE_ITEMS, groupsQuery } from '../groups.queries.ts'
import classes from './GroupsScreen.module.css'

/** The groups of a practice: search, filter by status, pages; archived ones only on request. */
export function Component() {
  const { t } = useTranslation(['groups', 'common'])
  const { coachId, timezone } = useViewer()
  const [filter, setFilter] = useFilter()
  const query = useQuery(groupsQuery(coachId, filter))
  const [typed, search] = useTypedSearch(filter.search, (text) => setFilter({ search: text }))
  const filtered = isFiltered(filter)
  const total = query.data?.total

  return (
    <Page
      title={t('title')}
      subtitle={total !== undefined && (filtered || total > 0) ? t('count', { count: total }) : undefined}
      // An empty list has it below its words.
      actions={(filtered || total !== 0) && <NewGroup icon />}
      tools={
        (filtered || total !== 0) && (
          <Filters
            active={countFilters(filter)}
            search={
              <TextInput
                type="search"
                value={typed}
                onChange={({ currentTarget }) => search(currentTarget.value)}
                maxLength={LONGEST_SEARCH}
                aria-label={t('search')}
                placeholder={t('search')}
                leftSection={<IconSearch size={18} aria-hidden="true" />}
              />
            }
          >
            <Select
              aria-label={t('filter')}
              placeholder={t('anyStatus')}
              data={STATUSES.map((status) => ({ value: status, label: t(`statuses.${status}`) }))}
              value={filter.status}
              onChange={(status) => setFilter({ status })}
              clearable
              clearButtonProps={{ 'aria-label': t('common:filters.clear') }}
              className={classes.status}
            />
          </Filters>
        )
      }
    >
      <Card>
        <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={6} />}>
          {({ data, total: found, page }) =>
            data.length === 0 ? (
              <NoGroups filter={filter} onClear={() => setFilter(noFilter)} />
            ) : (
              <div>
                <ul className={classes.list}>
                  {data.map((group) => (
                    <li key={group.id}>
                      <GroupRow group={group} timezone={timezone} />
                    </li>
                  ))}
                </ul>
                <Pages
                  list={{ total: found, page, items: PAGE_ITEMS }}
                  label={t('pages')}
                  onChange={(next) => setFilter({ page: next })}
                />
              </div>
            )
          }
        </QueryView>
      </Card>
    </Page>
  )
}

function NewGroup({ icon = false }: { icon?: boolean }) {
  const { t } = useTranslation('groups')
  return (
    <Button
      component={Link}
      to={paths.groupNew()}
      className={icon ? phoneIcon.button : undefined}
      leftSection={icon ? <IconPlus size={18} aria-hidden="true" /> : undefined}
    >
      {t('new')}
    </Button>
  )
}

function NoGroups({ filter, onClear }: { filter: GroupFilter; onClear: () => void }) {
  const { t } = useTranslation(['groups', 'common'])
  if (!isFiltered(filter))
    return <EmptyState drawing={<GroupDrawing />} text={t('empty')} action={<NewGroup />} />
  return (
    <EmptyState
      drawing={<SearchDrawing />}
      text={
        <TwoLines
          title={t('noMatch')}
          hint={t(countFilters(filter) === 0 ? 'common:filters.otherWords' : 'noMatchHint')}
        />
      }
      action={<ClearButton active={countFilters(filter)} onClear={onClear} />}
    />
  )
}

/** The filter is in the URL, so that the back button restores the list. A new search starts at page 1. */
function useFilter(): [GroupFilter, (change: Partial<GroupFilter>) => void] {
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  return [
    filter,
    (change) => setParams(() => addressOf({ ...filter, page: 1, ...change }), { replace: !change.page }),
  ]
}
