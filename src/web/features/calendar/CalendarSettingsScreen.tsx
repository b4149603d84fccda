import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarDto, CalendarSettings } from '#contract/calendar.ts'
import { zoneOption } from '#time/zones.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { setAlert } from '#web/app/store/alert.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { BackLink } from '#web/widgets/BackLink.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { calendarQuery } from '#web/widgets/calendar.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { useSaveCalendar } from './calendar.queries.ts'
import classes from './CalendarSettingsScreen.module.css'
import { BookingRules } from './components/BookingRules.tsx'
import { SessionRules } from './components/SessionRules.tsx'
import { WeeklyHoursField } from './components/WeeklyHoursField.tsx'
import { changesOf, settingsOf } from './hours-form.ts'

/** The coach's weekly hours and booking rules (product §8). */
export function CalendarSettingsScreen() {
  const { t } = useTranslation('calendar')
  const { coachId, timezone } = useViewer()
  const query = useQuery(calendarQuery(coachId))
  const zone = zoneOption(query.data?.timezone ?? timezone, useNow(), currentLanguage()).label
  return (
    <Page
      title={t('settings.title')}
      subtitle={t('settings.subtitle', { zone })}
      width="narrow"
      back={<BackLink to={paths.calendar()} label={t('settings.back')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={560} radius={16} />}>
        {(calendar) => <SettingsForm calendar={calendar} />}
      </QueryView>
    </Page>
  )
}

function SettingsForm({ calendar }: { calendar: CalendarDto }) {
  const { t } = useTranslation(['calendar', 'common'])
  const saved = settingsOf(calendar)
  // Only what was touched: the rest follows what another tab saves meanwhile, instead of taking it back.
  const [edited, setEdited] = useState<Partial<CalendarSettings>>({})
  const value = { ...saved, ...edited }
  const change = (part: Partial<CalendarSettings>) => setEdited((before) => ({ ...before, ...part }))
  const changes = changesOf(saved, value)
  const isChanged = Object.keys(changes).length > 0
  const save = useSaveCalendar(useViewer().coachId)

  const submit = () =>
    save.mutate(changes, {
      onSuccess: () => {
        // What was changed since is still to be saved.
        setEdited((now) => changesOf(value, { ...value, ...now }))
        setAlert(t('settings.saved'), 'success')
      },
      onError: (failure) => showFailure(failure),
    })

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Card
        title={t('settings.weekly')}
        aside={<span className={classes.hint}>{t('settings.weeklyHint')}</span>}
      >
        <WeeklyHoursField value={value.weekly} onChange={(weekly) => change({ weekly })} />
      </Card>
      <Card title={t('settings.sessions')}>
        <SessionRules value={value} onChange={change} />
      </Card>
      <Card title={t('settings.booking')}>
        <BookingRules value={value} onChange={change} />
      </Card>
      <div className={classes.bar} data-changed={isChanged || undefined}>
        {isChanged && (
          <>
            <span role="status">{t('settings.unsaved')}</span>
            <Button variant="subtle" onClick={() => setEdited({})} disabled={save.isPending}>
              {t('settings.discard')}
            </Button>
          </>
        )}
        <LoadingButton
          type="submit"
          loading={save.isPending}
          loadingLabel={t('common:loading')}
          disabled={!isChanged || value.durations.length === 0}
        >
          {t('settings.save')}
        </LoadingButton>
      </div>
    </form>
  )
}
