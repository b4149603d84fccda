import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoacheeType } from '#contract/values.ts'
import { failureText } from '#web/api/errors.ts'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { coacheesQuery } from './people.queries.ts'

/** One person or group. */
export type Coachee = { type: CoacheeType; itemId: string }

type Props = {
  coachId: string
  /** Null for everybody. */
  value: Coachee | null
  onChange: (of: Coachee | null) => void
  className: string | undefined
}

const SEARCH_PAUSE_MS = 250

/** One person or group of a practice, found by typing; empty for everybody. */
export function CoacheeFilter({ coachId, value, onChange, className }: Props) {
  const { t } = useTranslation(['sessions', 'common'])
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, SEARCH_PAUSE_MS)
  const isClient = value?.type === 'Client'
  const { data: client } = useQuery({ ...clientQuery(value?.itemId ?? ''), enabled: isClient })
  const { data: group } = useQuery({
    ...groupQuery(value?.itemId ?? ''),
    enabled: value !== null && !isClient,
  })
  const chosen = value && (isClient ? client?.fullName : group?.name)
  // The field shows the chosen name; searching for it would hide all others.
  const { data: found, error } = useQuery(coacheesQuery(coachId, search === chosen ? '' : search))
  const entries = [...(found?.clients ?? []), ...(found?.groups ?? [])]
  const isListed = entries.some(({ itemId }) => itemId === value?.itemId)
  const data = [
    ...(value && chosen && !isListed ? [{ value: value.itemId, label: chosen }] : []),
    { group: t('all.clients'), items: (found?.clients ?? []).map(optionOf) },
    { group: t('all.groups'), items: (found?.groups ?? []).map(optionOf) },
  ]
  return (
    <Select
      aria-label={t('all.person')}
      placeholder={t('all.person')}
      searchable
      clearable
      nothingFoundMessage={found ? t('all.noPerson') : error ? failureText(error) : t('common:loading')}
      data={data}
      // The server has filtered; the results are shown unfiltered.
      filter={({ options }) => options.filter((option) => !('items' in option) || option.items.length > 0)}
      value={value?.itemId ?? null}
      onChange={(itemId) => {
        const entry = entries.find((each) => each.itemId === itemId)
        if (itemId === null) onChange(null)
        else if (entry) onChange({ type: entry.type, itemId: entry.itemId })
      }}
      onSearchChange={setTyped}
      className={className}
    />
  )
}

const optionOf = ({ itemId, name }: { itemId: string; name: string }) => ({ value: itemId, label: name })
