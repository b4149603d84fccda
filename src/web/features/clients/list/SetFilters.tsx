import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRowFocus } from '#web/ui/use-row-focus.ts'
import { type ClientList, changedList } from './client-list.ts'
import classes from './SetFilters.module.css'

type Props = { list: ClientList; show: (list: ClientList) => void }

/** By what the list is filtered, where the filters themselves are behind a button; each removes itself. */
export function SetFilters({ list, show }: Props) {
  const { t } = useTranslation('clients')
  const rowFocus = useRowFocus()
  const { attention, status, tag } = list
  const filters: [label: string, without: Partial<ClientList>][] = []
  if (attention) filters.push([t('setFilters.attention'), { attention: false }])
  if (status !== null) filters.push([t(`statuses.${status}`), { status: null }])
  if (tag !== null) filters.push([t('setFilters.tag', { tag }), { tag: null }])
  if (filters.length === 0) return null
  return (
    <ul className={classes.filters} aria-label={t('setFilters.label')}>
      {filters.map(([label, without], at) => (
        <li key={label}>
          <button
            ref={rowFocus.buttonAt(at)}
            type="button"
            className={classes.filter}
            aria-label={t('setFilters.remove', { filter: label })}
            onClick={() => {
              rowFocus.removed(at)
              show(changedList(list, without))
            }}
          >
            <span>{label}</span>
            <IconX size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
