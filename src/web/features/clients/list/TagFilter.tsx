import { Autocomplete } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { type ClientList, changedList } from './client-list.ts'
import classes from './ClientFilters.module.css'

type Props = {
  list: ClientList
  show: (list: ClientList) => void
  /** The displayed clients: their tags are suggested. */
  clients: readonly ClientDto[]
}

/** The field of the tag by which the list is filtered: typed, or picked of those that are displayed. */
export function TagFilter({ list, show, clients }: Props) {
  const { t } = useTranslation('clients')
  const [typed, setTyped] = useState(list.tag ?? '')
  // The tag may be chosen elsewhere, as by a click on one in the list.
  const [shownTag, setShownTag] = useState(list.tag)
  if (shownTag !== list.tag) {
    setShownTag(list.tag)
    setTyped(list.tag ?? '')
  }
  const pick = (tag: string) => {
    const wanted = tag.trim() || null
    if (wanted !== list.tag) show(changedList(list, { tag: wanted }))
  }
  return (
    <Autocomplete
      aria-label={t('tag')}
      placeholder={t('tag')}
      data={[...new Set(clients.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={pick}
      onBlur={() => pick(typed)}
      onKeyDown={({ key, currentTarget }) => {
        // Enter on a suggested tag submits that one.
        if (key === 'Enter' && !isOnSuggestion(currentTarget)) pick(typed)
      }}
      onClear={() => pick('')}
      maxLength={40}
      clearable
      leftSection={<IconTag size={18} aria-hidden="true" />}
      className={classes.select}
    />
  )
}

/** Whether the arrows have led to a suggestion: the kit says so only in its list, as the field keeps naming an earlier one. */
function isOnSuggestion(field: HTMLElement): boolean {
  const suggestions = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return suggestions?.querySelector('[data-combobox-selected]') != null
}
