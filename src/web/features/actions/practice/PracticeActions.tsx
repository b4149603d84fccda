import { Anchor, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { PracticeAction } from '#contract/actions/actions.ts'
import { dateOf } from '#time/calendar-date.ts'
import { paths } from '#web/paths.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ActionsDrawing } from '#web/ui/drawings/ActionsDrawing.tsx'
import { SearchDrawing } from '#web/ui/drawings/SearchDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { ActionCheck } from '#web/widgets/actions/ActionCheck.tsx'
import { useActionToggle } from '#web/widgets/actions/use-action-toggle.ts'
import { ClearButton } from '#web/widgets/page/ClearButton.tsx'
import { Filters } from '#web/widgets/page/Filters.tsx'
import { Pages } from '#web/widgets/page/Pages.tsx'
import phoneIcon from '#web/widgets/page/PhoneIcon.module.css'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { CoacheeFilter } from '#web/widgets/people/CoacheeFilter.tsx'
import { practiceActionsQuery } from '#web/widgets/queries/action.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { useTypedSearch } from '#web/widgets/use-typed-search.ts'
import { NewActionButton } from '../add/NewActionButton.tsx'
import { OpenedAction } from '../view/OpenedAction.tsx'
import { GoalFilter } from './GoalFilter.tsx'
import {
  ACTION_STATES,
  type ActionSearch,
  LONGEST_SEARCH,
  countFilters,
  queryOf,
  readSearch,
  writeSearch,
} from './action-search.ts'
import classes from './PracticeActions.module.css'

/** The actions of all clients, by state, person, goal and words (product §12). */
export function PracticeActions() {
  const { t } = useTranslation(['actions', 'common'])
  const { coachId, timezone } = useViewer()
  const [params, setParams] = useSearchParams()
  const search = readSearch(params)
  const show = (next: Partial<ActionSearch>) =>
    setParams(writeSearch({ ...search, page: 1, ...next }), { replace: true })
  const query = useQuery(practiceActionsQuery(coachId, queryOf(search)))
  const today = dateOf(useNow(), timezone)
  const isNarrowed = search.search.trim() !== '' || countFilters(search) > 0
  return (
    <Page
      title={t('all.title')}
      subtitle={t('all.subtitle')}
      actions={<NewActionButton clientId={null} className={phoneIcon.button} />}
      tools={<Tools search={search} onChange={show} />}
    >
      <Card>
        <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} avatars={false} />}>
          {(list) => (
            <>
              {list.total === 0 && (
                <Nothing
                  status={search.status}
                  clear={
                    isNarrowed && (
                      <ClearButton
                        active={countFilters(search)}
                        onClear={() => show({ search: '', of: null, goal: null })}
                      />
                    )
                  }
                />
              )}
              <List actions={list.data} today={today} />
              <Pages list={list} label={t('all.list')} onChange={(page) => show({ page })} />
              <OpenedAction actions={list.data} today={today} whose={(action) => <Whose {...action} />} />
            </>
          )}
        </QueryView>
      </Card>
    </Page>
  )
}

type ToolsProps = { search: ActionSearch; onChange: (change: Partial<ActionSearch>) => void }

function Tools({ search, onChange }: ToolsProps) {
  const { t } = useTranslation('actions')
  const { coachId } = useViewer()
  const [typed, type] = useTypedSearch(search.search, (text) => onChange({ search: text }))
  return (
    <div className={classes.tools}>
      <Segments
        label={t('all.status')}
        options={ACTION_STATES.map((value) => ({ value, label: t(`all.${value}`) }))}
        value={search.status}
        onChange={(status) => onChange({ status })}
        large
      />
      <Filters
        search={
          <TextInput
            type="search"
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            maxLength={LONGEST_SEARCH}
            aria-label={t('all.search')}
            placeholder={t('all.search')}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
          />
        }
        active={countFilters(search)}
      >
        <CoacheeFilter
          coachId={coachId}
          value={search.of}
          onChange={(of) => onChange({ of, goal: null })}
          className={classes.person}
        />
        <GoalFilter
          of={search.of}
          value={search.goal}
          onChange={(goal) => onChange({ goal })}
          className={classes.person}
        />
      </Filters>
    </div>
  )
}

type ListProps = { actions: readonly PracticeAction[]; today: Parameters<typeof ActionCheck>[0]['today'] }

function List({ actions, today }: ListProps) {
  const toggle = useActionToggle(setAlert)
  const [params] = useSearchParams()
  return actions.map((action) => (
    <ActionCheck
      key={action.id}
      action={action}
      today={today}
      onToggle={toggle}
      to={{ search: openingIn(params, action.id) }}
      aside={<Whose {...action} />}
    />
  ))
}

/** The person who has an action to do, and the group that was asked for it. */
function Whose({ clientId, name, groupName }: PracticeAction) {
  return (
    <>
      <Anchor
        component={Link}
        to={paths.clientView({ clientId, tab: 'actions' })}
        size="sm"
        className={`lone-link ${classes.link}`}
      >
        {name}
      </Anchor>
      {groupName !== null && <span>{groupName}</span>}
    </>
  )
}

/** The address of the list with an action open in it. */
function openingIn(params: URLSearchParams, id: string): string {
  const next = new URLSearchParams(params)
  next.set('open', id)
  return `?${next.toString()}`
}

type NothingProps = { status: ActionSearch['status']; clear: ReactNode }

function Nothing({ status, clear }: NothingProps) {
  const { t } = useTranslation('actions')
  if (clear) {
    return (
      <EmptyState
        drawing={<SearchDrawing />}
        text={<TwoLines title={t('all.noneFound')} hint={t('all.noneFoundHint')} />}
        action={clear}
      />
    )
  }
  const texts = {
    open: <TwoLines title={t('all.empty')} hint={t('all.emptyHint')} />,
    overdue: t('all.noOverdue'),
    closed: t('all.noClosed'),
  }
  return (
    <EmptyState
      drawing={<ActionsDrawing />}
      text={texts[status]}
      action={status === 'open' && <NewActionButton clientId={null} light />}
    />
  )
}
