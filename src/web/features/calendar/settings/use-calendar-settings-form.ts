import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarDto, CalendarSettings } from '#contract/calendar/calendar.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSaveCalendar } from '../calendar.queries.ts'
import { changesOf, settingsOf } from './hours-form.ts'
import { useViewer } from '#web/store/viewer.ts'

export type SettingsForm = ReturnType<typeof useSettingsForm>

/** The settings form with its unsaved changes. */
export function useSettingsForm(calendar: CalendarDto) {
  const { t } = useTranslation('calendar')
  const saved = settingsOf(calendar)
  // Only the edited values: the rest follows what another tab saves, instead of overwriting it.
  const [edited, setEdited] = useState<Partial<CalendarSettings>>({})
  const value = { ...saved, ...edited }
  const changes = changesOf(saved, value)
  const save = useSaveCalendar(useViewer().coachId)
  return {
    value,
    isChanged: Object.keys(changes).length > 0,
    isSaving: save.isPending,
    change: (part: Partial<CalendarSettings>) => setEdited((before) => ({ ...before, ...part })),
    discard: () => setEdited({}),
    submit: () =>
      void save.mutateAsync(changes).then(() => {
        // Later edits are still unsaved.
        setEdited((now) => changesOf(value, { ...value, ...now }))
        setAlert(t('settings.saved'), 'success')
      }, showFailure),
  }
}
