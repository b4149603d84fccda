import '@mantine/core/styles/Chip.layer.css'
import { ActionIcon, Chip, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { Filters } from '#web/widgets/page/Filters.tsx'
import { useTypedSearch } from '#web/widgets/use-typed-search.ts'
import { ClientFilterFields } from '../client-parts.ts'
import { type ClientList, SORTS, changedList, countFilters, sortedList } from './client-list.ts'
import { SetFilters } from './SetFilters.tsx'
import classes from './ClientFilters.module.css'

type Props = {
  list: ClientList
  show: (list: ClientList) => void
  /** How many clients need attention; undefined until it is known. */
  attention: number | undefined
  /** The displayed clients: their tags are suggested. */
  clients: readonly ClientDto[]
  /** Where there are no headings to sort by. */
  withOrder: boolean
}

/** Search, filters and, where there are no headings to sort by, the order of the list. */
export function ClientFilters({ list, show, attention, clients, withOrder }: Props) {
  const { t } = useTranslation('clients')
  const [typed, type] = useTypedSearch(list.search, (search) => show(changedList(list, { search })))
  const isUnknown = attention === undefined && !list.attention
  const search = (
    <TextInput
      type="search"
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      maxLength={120}
      aria-label={t('search')}
      placeholder={t('search')}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
    />
  )
  return (
    <>
      <Filters search={search} active={countFilters(list)}>
        <Suspense fallback={<FieldsToCome />}>
          <ClientFilterFields list={list} show={show} clients={clients} />
        </Suspense>
        {/* Its room is kept until the number is known, and stays without anybody: the list below does not move. */}
        <Chip
          variant="light"
          checked={list.attention}
          disabled={attention === 0 && !list.attention}
          onChange={(only) => show(changedList(list, { attention: only }))}
          classNames={{ label: classes.chip }}
          style={isUnknown ? { visibility: 'hidden' } : undefined}
        >
          {t('needAttention', { count: attention ?? 0 })}
        </Chip>
        {withOrder && <Order list={list} show={show} />}
      </Filters>
      <SetFilters list={list} show={show} />
    </>
  )
}

/** The room of the two fields. */
function FieldsToCome() {
  return (
    <>
      <span className={classes.toCome} aria-hidden="true" />
      <span className={classes.toCome} aria-hidden="true" />
    </>
  )
}

function Order({ list, show }: Pick<Props, 'list' | 'show'>) {
  const { t } = useTranslation('clients')
  const DirectionIcon = { asc: IconArrowUp, desc: IconArrowDown }[list.direction]
  return (
    <div className={classes.order}>
      <NativeSelect
        aria-label={t('sortBy')}
        value={list.sort}
        onChange={({ currentTarget }) => {
          const sort = SORTS.find((each) => each === currentTarget.value)
          if (sort) show(sortedList(list, sort))
        }}
        data={SORTS.map((sort) => ({ value: sort, label: t('sortedBy', { column: t(`columns.${sort}`) }) }))}
        className={classes.orderSelect}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={t(`directions.${list.direction}`)}
        onClick={() => show(sortedList(list, list.sort))}
      >
        <DirectionIcon size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
