import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { namedClientsQuery } from '#web/widgets/people/people.queries.ts'

type Props = {
  coachId: string
  value: string | null
  onChange: (clientId: string | null) => void
  className?: string | undefined
}

const TYPING_MS = 180

/** Narrows the list to a person, found by name. */
export function PersonFilter({ coachId, value, onChange, className }: Props) {
  const { t } = useTranslation('memorandums')
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const { data: chosen } = useQuery({ ...clientQuery(value ?? ''), enabled: value !== null })
  const [settled] = useDebouncedValue(typed === chosen?.fullName ? '' : typed, TYPING_MS)
  const { data } = useQuery({ ...namedClientsQuery(coachId, 'assignable', settled), enabled: opened })
  const found = new Map((data?.data ?? []).map(({ id, fullName }): [string, string] => [id, fullName]))
  if (chosen) found.set(chosen.id, chosen.fullName)
  return (
    <Select
      aria-label={t('filters.person')}
      placeholder={t('filters.anyone')}
      data={[...found].map(([id, fullName]) => ({ value: id, label: fullName }))}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filters.clearPerson') }}
      nothingFoundMessage={t('filters.nobody')}
      className={className}
    />
  )
}
