import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { ResourceDto } from '#contract/resources/resources.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { ResourcesDrawing } from '#web/ui/drawings/ResourcesDrawing.tsx'
import { SearchDrawing } from '#web/ui/drawings/SearchDrawing.tsx'
import { ClearButton } from '#web/widgets/page/ClearButton.tsx'
import { Filters } from '#web/widgets/page/Filters.tsx'
import { Pages } from '#web/widgets/page/Pages.tsx'
import phoneIcon from '#web/widgets/page/PhoneIcon.module.css'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useTypedSearch } from '#web/widgets/use-typed-search.ts'
import { TYPES } from '../resource-look.tsx'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import { PAGE_ITEMS, labelsQuery, libraryQuery } from '../resources.queries.ts'
import classes from './Library.module.css'
import { ResourceRow } from './ResourceRow.tsx'
import {
  LONGEST_SEARCH,
  STATUSES,
  type ResourceFilter,
  addressOf,
  countFilters,
  filterOf,
  isNarrowed,
} from './resource-filter.ts'

type Props = {
  title: string
  subtitle?: string | undefined
  back?: ReactNode
  /** Beside each resource, where the library is open to choose from. */
  action?: (resource: ResourceDto) => ReactNode
}

/** A coach's library: search, filters, list or tiles, and what is left of its space (product §14). */
export function Library({ title, subtitle, back, action }: Props) {
  const { t } = useTranslation(['resources', 'common'])
  const { coachId } = useViewer()
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  const set = (change: Partial<ResourceFilter>) =>
    setParams(() => addressOf({ ...filter, page: 1, ...change }), { replace: !change.page })
  // A draft has to be published before it can be given: nothing of it can be chosen.
  const query = useQuery(libraryQuery(coachId, action ? { ...filter, status: 'published' } : filter))
  const { data: labels } = useQuery(labelsQuery(coachId))
  const [typed, search] = useTypedSearch(filter.search, (text) => set({ search: text }))
  const isFiltered = isNarrowed(filter)
  const total = query.data?.total
  const clear = () => set({ search: '', type: null, status: null, category: null, tag: null })
  const select = (name: 'category' | 'tag', values: readonly string[]) =>
    (values.length > 0 || filter[name] !== null) && (
      <Select
        aria-label={t(`filters.${name}`)}
        placeholder={t(`filters.${name}`)}
        data={[...values]}
        value={filter[name]}
        onChange={(value) => set({ [name]: value })}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('common:filters.clear') }}
        className={classes.filter}
      />
    )
  return (
    <Page
      title={title}
      subtitle={
        subtitle ??
        (total !== undefined && (isFiltered || total > 0) ? t('count', { count: total }) : undefined)
      }
      subtitleIsBack={subtitle !== undefined}
      back={back}
      // Who came to choose one chooses; an empty list has it below its words.
      actions={!action && (isFiltered || total !== 0) && <NewResource icon />}
      tools={
        (isFiltered || total !== 0) && (
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
              aria-label={t('filters.type')}
              placeholder={t('filters.type')}
              data={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
              value={filter.type}
              onChange={(type) => set({ type })}
              clearable
              clearButtonProps={{ 'aria-label': t('common:filters.clear') }}
              className={classes.filter}
            />
            {!action && (
              <Select
                aria-label={t('filters.status')}
                placeholder={t('filters.status')}
                data={STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
                value={filter.status}
                onChange={(status) => set({ status })}
                clearable
                clearButtonProps={{ 'aria-label': t('common:filters.clear') }}
                className={classes.filter}
              />
            )}
            {select('category', labels?.categories ?? [])}
            {select('tag', labels?.tags ?? [])}
          </Filters>
        )
      }
    >
      <Card>
        <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={8} />}>
          {({ data, total: found, page, space }) =>
            // A page that is empty, as after its last resource was deleted, has the way to the others.
            found === 0 ? (
              <Nothing filter={filter} onClear={clear} />
            ) : (
              <>
                <div className={classes.top}>
                  {/* Who came to choose one needs no room for more. */}
                  {!action && <Space {...space} />}
                  <Segments
                    label={t('look')}
                    options={(['list', 'grid'] as const).map((value) => ({
                      value,
                      label: t(`looks.${value}`),
                    }))}
                    value={filter.look}
                    onChange={(look) => set({ look })}
                  />
                </div>
                <ul className={classes.list} data-look={filter.look}>
                  {data.map((resource) => (
                    <li key={resource.id}>
                      <ResourceRow resource={resource} action={action?.(resource)} />
                    </li>
                  ))}
                </ul>
                <Pages
                  list={{ total: found, page, items: PAGE_ITEMS }}
                  label={t('pages')}
                  onChange={(next) => set({ page: next })}
                />
              </>
            )
          }
        </QueryView>
      </Card>
    </Page>
  )
}

/** How much of the coach's space is taken, and in words too when little is left. */
function Space({ usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number }) {
  const { t } = useTranslation('resources')
  const language = currentLanguage()
  const high = quotaBytes * 0.9
  const key = usedBytes >= quotaBytes ? 'spaceFull' : usedBytes > high ? 'spaceLow' : 'space'
  const text = t(key, { used: sizeText(usedBytes, language), quota: sizeText(quotaBytes, language) })
  return (
    <div className={classes.space} data-low={usedBytes > high || undefined}>
      <meter min={0} max={quotaBytes} high={high} value={usedBytes} aria-label={text} />
      <span>{text}</span>
    </div>
  )
}

function NewResource({ icon = false }: { icon?: boolean }) {
  const { t } = useTranslation('resources')
  return (
    <Button
      component={Link}
      to={paths.resourceNew({ type: 'file' })}
      className={icon ? phoneIcon.button : undefined}
      leftSection={icon ? <IconPlus size={18} aria-hidden="true" /> : undefined}
    >
      {t('new')}
    </Button>
  )
}

function Nothing({ filter, onClear }: { filter: ResourceFilter; onClear: () => void }) {
  const { t } = useTranslation(['resources', 'common'])
  if (!isNarrowed(filter)) {
    return (
      <EmptyState
        drawing={<ResourcesDrawing />}
        text={<TwoLines title={t('empty')} hint={t('emptyHint')} />}
        action={<NewResource />}
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
