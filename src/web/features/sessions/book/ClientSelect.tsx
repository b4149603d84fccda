import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { failureText } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { activeClientsQuery } from '../sessions.queries.ts'

type Props = {
  ref?: Ref<HTMLInputElement>
  coachId: string
  value: string
  error?: string | undefined
  onChange: (clientId: string) => void
  onBlur: () => void
}

const SEARCH_PAUSE_MS = 250

/** A select of bookable clients with a search. */
export function ClientSelect({ coachId, value, onChange, ...input }: Props) {
  const { t } = useTranslation(['sessions', 'common'])
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, SEARCH_PAUSE_MS)
  // The field shows the chosen name; searching for it would hide all others.
  const { data: chosen } = useQuery({ ...clientQuery(value), enabled: value !== '' })
  const asked = search === chosen?.fullName ? '' : search
  const { data: found, error: failure } = useQuery(activeClientsQuery(coachId, asked))
  const people = (found?.data ?? []).filter(({ allowedActions }) => allowedActions.includes('book'))
  const listed = chosen && !people.some(({ id }) => id === chosen.id) ? [chosen, ...people] : people
  if (found?.total === 0 && asked === '' && value === '') return <NobodyYet />
  return (
    <Select
      {...input}
      label={t('field.client')}
      placeholder={t('field.clientPlaceholder')}
      withAsterisk
      searchable
      allowDeselect={false}
      nothingFoundMessage={
        found ? t('field.noClients') : failure ? failureText(failure) : t('common:loading')
      }
      data={listed.map(({ id, fullName }) => ({ value: id, label: fullName }))}
      // The server has filtered; the results are shown unfiltered.
      filter={({ options }) => options}
      value={value === '' ? null : value}
      onChange={(id) => id !== null && onChange(id)}
      onSearchChange={setTyped}
    />
  )
}

function NobodyYet() {
  const { t } = useTranslation('sessions')
  return (
    <div>
      <p>{t('field.noClientsYet')}</p>
      <Button component={Link} to={paths.clientNew()} variant="light">
        {t('field.addClient')}
      </Button>
    </div>
  )
}
