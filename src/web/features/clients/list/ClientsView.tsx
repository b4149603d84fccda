import { Button, type ButtonProps, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { beginClient } from '#web/store/new-client.ts'
import { useViewer } from '#web/store/viewer.ts'
import { DayDoneDrawing } from '#web/ui/drawings/DayDoneDrawing.tsx'
import { PeopleDrawing } from '#web/ui/drawings/PeopleDrawing.tsx'
import { SearchDrawing } from '#web/ui/drawings/SearchDrawing.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { ClearButton } from '#web/widgets/page/ClearButton.tsx'
import phoneIcon from '#web/widgets/page/PhoneIcon.module.css'
import { Pages } from '#web/widgets/page/Pages.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import {
  type ClientList,
  PAGE_ITEMS,
  changedList,
  clearedList,
  countFilters,
  filterQuery,
  isNarrowed,
  sortedList,
} from './client-list.ts'
import { clientsInNeedQuery, clientsQuery } from '../clients.queries.ts'
import classes from './ClientsView.module.css'
import { BulkActions } from '#web/features/clients/bulk/BulkActions.tsx'
import { useSelection } from '#web/features/clients/bulk/use-selection.ts'
import { ClientCards } from './ClientCards.tsx'
import { ClientFilters } from './ClientFilters.tsx'
import { ClientTable } from './ClientTable.tsx'
import { clientParts } from '../client-parts.ts'
import { useIdle } from '#web/widgets/use-idle.ts'
import { useClientList } from './use-client-list.ts'

const NO_BREAK_SPACE = '\u00a0'

/** From here on the sidebar leaves room for a table. */
const ROOM_FOR_TABLE = '(min-width: 80em)'

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
  // Only one of the two is built: rows and cards of the same people would cost twice the time.
  const hasRoom = useMediaQuery(ROOM_FOR_TABLE, undefined, { getInitialValueInEffect: false }) ?? false
  const selection = useSelection(JSON.stringify(filterQuery(list)))
  // With a table the boxes are always there; cards show them when asked.
  const [isChoosing, setChoosing] = useState(false)
  useIdle(clientParts.prefetch)
  const pickTag = (tag: string) => show(changedList(list, { tag }))

  return (
    <Page
      title={t('title')}
      // Its line is kept until the number is known: the list below does not move.
      subtitle={
        !shown
          ? NO_BREAK_SPACE
          : isNarrowed(list) || shown.total > 0
            ? t('count', { count: shown.total })
            : undefined
      }
      actions={
        <>
          {/* Also before it is known that there is somebody: the button would push the list down. */}
          {!hasRoom && shown?.total !== 0 && (
            <Button
              variant="default"
              className={classes.choose}
              aria-pressed={isChoosing}
              onClick={() => {
                if (isChoosing) selection.clear()
                setChoosing(!isChoosing)
              }}
            >
              {t(isChoosing ? 'bulk.selectDone' : 'bulk.select')}
            </Button>
          )}
          {files?.(filterQuery(list))}
          <NewClientButton className={phoneIcon.button} />
        </>
      }
      tools={
        (isNarrowed(list) || shown?.total !== 0) && (
          <ClientFilters
            list={list}
            show={show}
            attention={inNeed?.count}
            clients={shown?.data ?? []}
            withOrder={!hasRoom}
          />
        )
      }
    >
      {selection.isCleared && (
        <p className={classes.cleared} role="status">
          {t('bulk.cleared')}
        </p>
      )}
      <Card className={classes.card}>
        <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={6} />}>
          {({ data, total, page }) => (
            <div className={query.isPlaceholderData ? classes.old : undefined}>
              {data.length === 0 && <NoClients list={list} onClear={() => show(clearedList(list))} />}
              {data.length > 0 &&
                (hasRoom ? (
                  <ClientTable
                    clients={data}
                    timezone={timezone}
                    list={list}
                    onSort={(sort) => show(sortedList(list, sort))}
                    onTag={pickTag}
                    selection={selection}
                  />
                ) : (
                  <ClientCards
                    clients={data}
                    timezone={timezone}
                    selection={isChoosing ? selection : undefined}
                  />
                ))}
              <Pages
                list={{ total, page, items: PAGE_ITEMS }}
                label={t('pages')}
                onChange={(next) => show({ ...list, page: next })}
              />
            </div>
          )}
        </QueryView>
      </Card>
      <BulkActions
        selection={selection.selection}
        tags={[...new Set(shown?.data.flatMap(({ tags }) => tags))]}
        onClear={selection.clear}
      />
    </Page>
  )
}

/** Of an empty list it is the second button of its kind. */
function NewClientButton({ variant = 'filled', className }: Pick<ButtonProps, 'variant' | 'className'>) {
  const { t } = useTranslation('clients')
  return (
    <Button
      variant={variant}
      className={className}
      aria-haspopup="dialog"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={beginClient}
    >
      {t('new')}
    </Button>
  )
}

function NoClients({ list, onClear }: { list: ClientList; onClear: () => void }) {
  const { t } = useTranslation(['clients', 'common'])
  if (!isNarrowed(list)) {
    return (
      <EmptyState
        drawing={<PeopleDrawing />}
        text={<TwoLines title={t('empty')} hint={t('emptyHint')} />}
        action={
          <Group gap={8} justify="center">
            <NewClientButton variant="light" />
            <Button component={Link} to={paths.profileSection({ section: 'account' })} variant="subtle">
              {t('emptyImport')}
            </Button>
          </Group>
        }
      />
    )
  }
  const isCalm = list.attention && !isNarrowed({ ...list, attention: false })
  return (
    <EmptyState
      drawing={isCalm ? <DayDoneDrawing /> : <SearchDrawing />}
      text={
        isCalm ? (
          <TwoLines title={t('noneNeeds')} hint={t('noneNeedsHint')} />
        ) : (
          <TwoLines
            title={t('noMatch')}
            hint={t(countFilters(list) === 0 ? 'common:filters.otherWords' : 'noMatchHint')}
          />
        )
      }
      action={<ClearButton active={countFilters(list)} onClear={onClear} />}
    />
  )
}
