import { Button } from '@mantine/core'
import { IconConfetti, IconPlus, IconUserPlus, IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { Pages } from '#web/widgets/page/Pages.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import {
  type ClientList,
  PAGE_ITEMS,
  changedList,
  clearedList,
  filterQuery,
  isNarrowed,
  sortedList,
} from './client-list.ts'
import { clientsInNeedQuery, clientsQuery } from '../clients.queries.ts'
import classes from './ClientsView.module.css'
import { ClientCards } from './ClientCards.tsx'
import { ClientFilters } from './ClientFilters.tsx'
import { ClientTable } from './ClientTable.tsx'
import { useClientList } from './use-client-list.ts'

type Props = {
  /** What can be done with everybody whom the filters show, such as an export. */
  files?: (filter: ReturnType<typeof filterQuery>) => ReactNode
}

/** The people of a practice: search, filters, order and pages, and who of them needs attention (product §6). */
export function ClientsView({ files }: Props) {
  const { t } = useTranslation(['clients', 'common'])
  const { coachId, timezone } = useViewer()
  const [list, show] = useClientList()
  const query = useQuery(clientsQuery(coachId, list))
  const { data: shown } = query
  const { data: inNeed } = useQuery(clientsInNeedQuery(coachId))
  const pickTag = (tag: string) => show(changedList(list, { tag }))

  return (
    <Page
      title={t('title')}
      subtitle={shown && shown.total > 0 ? t('count', { count: shown.total }) : undefined}
      actions={
        <>
          {files?.(filterQuery(list))}
          <NewClientButton />
        </>
      }
    >
      <Card>
        <div className={classes.room}>
          {(isNarrowed(list) || shown?.total !== 0) && (
            <ClientFilters list={list} show={show} attention={inNeed?.count} clients={shown?.data ?? []} />
          )}
          <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={6} />}>
            {({ data, total, page }) => (
              <div className={query.isPlaceholderData ? classes.old : undefined}>
                {data.length === 0 && <NoClients list={list} onClear={() => show(clearedList(list))} />}
                {data.length > 0 && (
                  <>
                    <div className={classes.table}>
                      <ClientTable
                        clients={data}
                        timezone={timezone}
                        list={list}
                        onSort={(sort) => show(sortedList(list, sort))}
                        onTag={pickTag}
                      />
                    </div>
                    <div className={classes.cards}>
                      <ClientCards clients={data} timezone={timezone} onTag={pickTag} />
                    </div>
                  </>
                )}
                <Pages
                  list={{ total, page, items: PAGE_ITEMS }}
                  label={t('pages')}
                  onChange={(next) => show({ ...list, page: next })}
                />
              </div>
            )}
          </QueryView>
        </div>
      </Card>
    </Page>
  )
}

function NewClientButton() {
  const { t } = useTranslation('clients')
  return (
    <Button component={Link} to={paths.clientNew()} leftSection={<IconPlus size={18} aria-hidden="true" />}>
      {t('new')}
    </Button>
  )
}

function NoClients({ list, onClear }: { list: ClientList; onClear: () => void }) {
  const { t } = useTranslation('clients')
  if (!isNarrowed(list)) {
    return (
      <EmptyState
        icon={<IconUserPlus />}
        text={<TwoLines title={t('empty')} hint={t('emptyHint')} />}
        action={<NewClientButton />}
      />
    )
  }
  const isCalm = list.attention && !isNarrowed({ ...list, attention: false })
  return (
    <EmptyState
      icon={isCalm ? <IconConfetti /> : <IconUserSearch />}
      text={
        isCalm ? (
          <TwoLines title={t('noneNeeds')} hint={t('noneNeedsHint')} />
        ) : (
          <TwoLines title={t('noMatch')} hint={t('noMatchHint')} />
        )
      }
      action={
        <Button variant="default" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      }
    />
  )
}
