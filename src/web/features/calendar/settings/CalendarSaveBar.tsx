import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { durationsProblem } from './hours-form.ts'
import type { SettingsForm } from './use-calendar-settings-form.ts'
import classes from './CalendarSaveBar.module.css'

/** Saves the changes of all tabs; absent without changes. */
export function CalendarSaveBar({
  form: { value, isChanged, isSaving, discard, submit },
}: {
  form: SettingsForm
}) {
  const { t } = useTranslation(['calendar', 'common'])
  return (
    <>
      {isChanged && (
        <SaveBar>
          <span role="status" className={classes.text}>
            {t('settings.unsaved')}
          </span>
          <Button variant="subtle" onClick={discard} disabled={isSaving}>
            {t('settings.discard')}
          </Button>
          <LoadingButton
            loading={isSaving}
            loadingLabel={t('common:loading')}
            disabled={durationsProblem(value.durations) !== undefined}
            onClick={submit}
          >
            {t('settings.save')}
          </LoadingButton>
        </SaveBar>
      )}
      <LeaveGuard active={isChanged && !isSaving} />
    </>
  )
}
