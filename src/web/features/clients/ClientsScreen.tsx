import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconUserPlus, IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { ClientStatus } from '#contract/clients.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/ListSkeleton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TwoLines } from '#web/ui/TwoLines.tsx'
import { Pages } from '#web/widgets/Pages.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { useTypedSearch } from '#web/widgets/use-typed-search.ts'
import { type ClientFilter, PAGE_ITEMS, clientsQuery } from './clients.queries.ts'
import classes from './ClientsScreen.module.css'
import { ClientTable } from './components/ClientTable.tsx'

const STATUSES = [
  'active',
  'invited',
  'notInvited',
  'expired',
  'declined',
  'paused',
  'finished',
  'archived',
] as const satisfies readonly ClientStatus[]

/** The people of a practice: search, filter by state, pages. */
export function ClientsScreen() {
  const { t } = useTranslation(['clients', 'common'])
  const { coachId, timezone } = useViewer()
  const [filter, setFilter] = useFilter()
  const query = useQuery(clientsQuery(coachId, filter))
  const [typed, search] = useTypedSearch(filter.search, (text) => setFilter({ search: text }))
  const clear = () => setFilter({ search: '', status: null })
  // A page that no longer exists shows nobody either, and is left the same way.
  const filtered = filter.search !== '' || filter.status !== null || filter.page > 1
  const total = query.data?.total

  return (
    <Page
      title={t('title')}
      subtitle={total !== undefined && total > 0 ? t('count', { count: total }) : undefined}
      actions={
        <Button
          component={Link}
          to={paths.clientNew()}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          {t('new')}
        </Button>
      }
    >
      <Card>
        {(filtered || total !== 0) && (
          <search className={classes.filters}>
            <TextInput
              type="search"
              value={typed}
              onChange={({ currentTarget }) => search(currentTarget.value)}
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<IconSearch size={18} aria-hidden="true" />}
              className={classes.search}
            />
            <Select
              aria-label={t('filter')}
              placeholder={t('anyStatus')}
              data={STATUSES.map((status) => ({ value: status, label: t(`statuses.${status}`) }))}
              value={filter.status}
              onChange={(status) => setFilter({ status })}
              clearable
              clearButtonProps={{ 'aria-label': t('clearFilters') }}
              className={classes.status}
            />
          </search>
        )}
        <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={6} />}>
          {({ data, total: found, page }) => (
            <>
              {data.length > 0 ? (
                <ClientTable clients={data} timezone={timezone} />
              ) : (
                <NoClients filtered={filtered} onClear={clear} />
              )}
              <Pages
                list={{ total: found, page, items: PAGE_ITEMS }}
                label={t('pages')}
                onChange={(next) => setFilter({ page: next })}
              />
            </>
          )}
        </QueryView>
      </Card>
    </Page>
  )
}

function NoClients({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation('clients')
  if (filtered) {
    return (
      <EmptyState
        icon={<IconUserSearch />}
        text={<TwoLines title={t('noMatch')} hint={t('noMatchHint')} />}
        action={
          <Button variant="default" onClick={onClear}>
            {t('clearFilters')}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<IconUserPlus />}
      text={<TwoLines title={t('empty')} hint={t('emptyHint')} />}
      action={
        <Button component={Link} to={paths.clientNew()}>
          {t('new')}
        </Button>
      }
    />
  )
}

/** The filter lives in the address, so that going back finds the same list. A new search begins at its first page. */
function useFilter(): [ClientFilter, (change: Partial<ClientFilter>) => void] {
  const [params, setParams] = useSearchParams()
  const status = STATUSES.find((each) => each === params.get('status')) ?? null
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const filter = { search: params.get('search') ?? '', status, page }
  const setFilter = (change: Partial<ClientFilter>) =>
    setParams(
      () => {
        const { search, status: of, page: at } = { ...filter, page: 1, ...change }
        return new URLSearchParams({
          ...(search.trim() && { search: search.trim() }),
          ...(of && { status: of }),
          ...(at > 1 && { page: String(at) }),
        })
      },
      { replace: change.page === undefined },
    )
  return [filter, setFilter]
}
