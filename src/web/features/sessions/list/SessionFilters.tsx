import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CalendarDate } from '#time/calendar-date.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { CoacheeFilter } from '#web/widgets/people/CoacheeFilter.tsx'
import { Filters } from '#web/widgets/page/Filters.tsx'
import { useTypedSearch } from '#web/widgets/use-typed-search.ts'
import classes from './SessionFilters.module.css'
import { LONGEST_SEARCH, type SessionSearch } from './session-search.ts'

type Props = { search: SessionSearch; viewer: Viewer; onChange: (search: SessionSearch) => void }

/** Text, person or group, and days of the sessions that are looked for. */
export function SessionFilters({ search, viewer, onChange }: Props) {
  const { t } = useTranslation('sessions')
  const [typed, type] = useTypedSearch(search.search, (text) => onChange({ ...search, search: text }))
  const date = (end: 'from' | 'to') => (
    <DateField
      aria-label={t(`all.${end}`)}
      placeholder={t(`all.${end}`)}
      clearable
      value={search[end]}
      onChange={(next) => onChange({ ...search, [end]: next as CalendarDate | null })}
      {...(end === 'to' ? { minDate: search.from ?? undefined } : { maxDate: search.to ?? undefined })}
      className={classes.date}
    />
  )
  const { of, from, to } = search
  return (
    <Filters
      search={
        <TextInput
          type="search"
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          maxLength={LONGEST_SEARCH}
          aria-label={t('all.search')}
          placeholder={t('all.search')}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
        />
      }
      active={[of, from, to].filter((filter) => filter !== null).length}
    >
      <CoacheeFilter
        coachId={viewer.coachId}
        value={of}
        onChange={(next) => onChange({ ...search, of: next })}
        className={classes.person}
      />
      {date('from')}
      {date('to')}
    </Filters>
  )
}
