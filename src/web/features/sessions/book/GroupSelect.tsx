import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { failureText } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { bookableGroupsQuery } from '../sessions.queries.ts'

type Props = {
  ref?: Ref<HTMLInputElement>
  coachId: string
  value: string
  error?: string | undefined
  onChange: (groupId: string) => void
  onBlur: () => void
}

/** A select of the groups that can have sessions: open or in progress. */
export function GroupSelect({ coachId, value, onChange, ...input }: Props) {
  const { t } = useTranslation(['booking', 'common'])
  const { data: groups, error: failure } = useQuery(bookableGroupsQuery(coachId))
  if (groups?.length === 0 && value === '') {
    return (
      <div>
        <p>{t('group.none')}</p>
        <Button component={Link} to={paths.groups()} variant="light">
          {t('group.see')}
        </Button>
      </div>
    )
  }
  return (
    <Select
      {...input}
      label={t('group.label')}
      placeholder={t('group.placeholder')}
      withAsterisk
      searchable
      allowDeselect={false}
      nothingFoundMessage={
        groups ? t('group.notFound') : failure ? failureText(failure) : t('common:loading')
      }
      data={(groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value === '' ? null : value}
      onChange={(id) => id !== null && onChange(id)}
    />
  )
}
