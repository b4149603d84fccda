import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { type ClientList, STATUSES, changedList } from './client-list.ts'
import { TagFilter } from './TagFilter.tsx'
import classes from './ClientFilters.module.css'

type Props = {
  list: ClientList
  show: (list: ClientList) => void
  /** The displayed clients: their tags are suggested. */
  clients: readonly ClientDto[]
}

/** The filters that are picked from a list: the state and the tag. */
export function ClientFilterFields({ list, show, clients }: Props) {
  const { t } = useTranslation('clients')
  return (
    <>
      <Select
        aria-label={t('filter')}
        placeholder={t('filter')}
        data={STATUSES.map((status) => ({ value: status, label: t(`statuses.${status}`) }))}
        value={list.status}
        onChange={(status) => show(changedList(list, { status }))}
        clearable
        className={classes.select}
      />
      <TagFilter list={list} show={show} clients={clients} />
    </>
  )
}
