import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { MemorandumGroup, type MemorandumDto } from '#contract/memorandums/memorandums.ts'
import { dateOf } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { NotesDrawing } from '#web/ui/drawings/NotesDrawing.tsx'
import { SearchDrawing } from '#web/ui/drawings/SearchDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { MemorandumCheck } from '#web/widgets/memorandums/MemorandumCheck.tsx'
import { useMemorandumMoves } from '#web/widgets/memorandums/use-memorandum-moves.ts'
import { ClearButton } from '#web/widgets/page/ClearButton.tsx'
import { Filters } from '#web/widgets/page/Filters.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import phoneIcon from '#web/widgets/page/PhoneIcon.module.css'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { type MemorandumFilter, memorandumsQuery } from '#web/widgets/queries/memorandum.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { useTypedSearch } from '#web/widgets/use-typed-search.ts'
import { MemorandumActions } from './MemorandumActions.tsx'
import {
  LONGEST_SEARCH,
  PRIORITIES,
  addressOf,
  countFilters,
  filterOf,
  isFiltered,
} from './memorandum-filter.ts'
import { PersonFilter } from './PersonFilter.tsx'
import { QuickAdd } from './QuickAdd.tsx'
import classes from './MemorandumsScreen.module.css'

/** A coach's memorandums in five parts (product §15). */
export function Component() {
  const { t } = useTranslation(['memorandums', 'common'])
  const { coachId, timezone } = useViewer()
  const today = dateOf(useNow(), timezone)
  const [filter, setFilter] = useFilter()
  const open = useInfiniteQuery(memorandumsQuery(coachId, 'open', filter, today))
  const closed = useInfiniteQuery(memorandumsQuery(coachId, 'closed', filter, today))
  const skeleton = <ListSkeleton label={t('common:loading')} rows={6} avatars={false} />
  return (
    <Page
      title={t('title')}
      subtitle={t('private')}
      actions={
        <Button
          component={Link}
          to={paths.memorandumNew()}
          className={phoneIcon.button}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          {t('new')}
        </Button>
      }
      tools={<Tools filter={filter} onChange={setFilter} />}
    >
      <Card>
        <QuickAdd />
      </Card>
      <Card>
        {/* Both lists or neither: without the finished ones, "nothing yet" and "all done" look the same. */}
        <QueryView query={open} beside={[closed]} skeleton={skeleton}>
          {(unfinished) => (
            <QueryView query={closed} skeleton={skeleton}>
              {(finished) => (
                <>
                  <Groups
                    memorandums={unique([...unfinished.pages, ...finished.pages].flatMap(({ data }) => data))}
                    counts={unfinished.pages[0]!.counts}
                    filter={filter}
                    onClear={() => setFilter({ search: '', clientId: null, priority: null })}
                  />
                  <MoreButton query={open} label={t('more')} />
                  <MoreButton query={closed} label={t('moreDone')} />
                </>
              )}
            </QueryView>
          )}
        </QueryView>
      </Card>
    </Page>
  )
}

type ToolsProps = { filter: MemorandumFilter; onChange: (change: Partial<MemorandumFilter>) => void }

function Tools({ filter, onChange }: ToolsProps) {
  const { t } = useTranslation('memorandums')
  const { coachId } = useViewer()
  const [typed, search] = useTypedSearch(filter.search, (text) => onChange({ search: text }))
  return (
    <Filters
      active={countFilters(filter)}
      search={
        <TextInput
          type="search"
          value={typed}
          onChange={({ currentTarget }) => search(currentTarget.value)}
          maxLength={LONGEST_SEARCH}
          aria-label={t('filters.search')}
          placeholder={t('filters.search')}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
        />
      }
    >
      <PersonFilter
        coachId={coachId}
        value={filter.clientId}
        onChange={(clientId) => onChange({ clientId })}
        className={classes.filter}
      />
      <Select
        aria-label={t('filters.priority')}
        placeholder={t('filters.anyPriority')}
        data={PRIORITIES.map((priority) => ({ value: priority, label: t(`priorities.${priority}`) }))}
        value={filter.priority}
        onChange={(priority) => onChange({ priority })}
        clearable
        clearButtonProps={{ 'aria-label': t('filters.clearPriority') }}
        className={classes.filter}
      />
    </Filters>
  )
}

type GroupsProps = {
  memorandums: readonly MemorandumDto[]
  counts: Record<MemorandumGroup, number>
  filter: MemorandumFilter
  onClear: () => void
}

function Groups({ memorandums, counts, filter, onClear }: GroupsProps) {
  const { t } = useTranslation('memorandums')
  const moves = useMemorandumMoves()
  if (memorandums.length === 0) return <Nothing filter={filter} onClear={onClear} />
  return (
    <div className={classes.groups}>
      {MemorandumGroup.options.map((group) => (
        <Part
          key={group}
          group={group}
          count={counts[group]}
          memorandums={memorandums.filter((each) => each.group === group)}
          moves={moves}
        />
      ))}
      {counts.done === memorandums.length && !isFiltered(filter) && <p data-nothing>{t('allDone')}</p>}
    </div>
  )
}

type PartProps = {
  group: MemorandumGroup
  count: number
  memorandums: readonly MemorandumDto[]
  moves: ReturnType<typeof useMemorandumMoves>
}

function Part({ group, count, memorandums, moves }: PartProps) {
  const { t } = useTranslation('memorandums')
  const headingId = useId()
  if (memorandums.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading} data-group={group}>
        {t(`groups.${group}`)}
        <span className={classes.count}>{count}</span>
      </h2>
      {memorandums.map((memorandum) => (
        <MemorandumCheck
          key={memorandum.id}
          memorandum={memorandum}
          onToggle={moves.toggle}
          actions={<MemorandumActions memorandum={memorandum} moves={moves} />}
        />
      ))}
    </section>
  )
}

function Nothing({ filter, onClear }: Pick<GroupsProps, 'filter' | 'onClear'>) {
  const { t } = useTranslation(['memorandums', 'common'])
  if (!isFiltered(filter)) {
    return (
      <EmptyState
        drawing={<NotesDrawing />}
        text={<TwoLines title={t('empty')} hint={t('emptyHint')} />}
        action={
          <Button component={Link} to={paths.memorandumNew()} variant="light">
            {t('new')}
          </Button>
        }
      />
    )
  }
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

/** One that was just ticked may be in both lists until they are refetched. */
function unique(memorandums: MemorandumDto[]): MemorandumDto[] {
  return [...new Map(memorandums.map((each) => [each.id, each])).values()]
}

/** The filter is in the URL, so that a link can lead to it and going back finds it. */
function useFilter(): [MemorandumFilter, (change: Partial<MemorandumFilter>) => void] {
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  return [filter, (change) => setParams(addressOf({ ...filter, ...change }), { replace: true })]
}
