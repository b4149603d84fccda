import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
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
        <div className={classes.bar}>
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
        </div>
      )}
      <LeaveGuard active={isChanged && !isSaving} />
    </>
  )
}
