import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CoacheeType } from '#contract/values.ts'
import { formatClock } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { GroupSelect } from './GroupSelect.tsx'
import type { NewSessionForm } from './new-session-form.ts'
import { PersonChoice } from './PersonChoice.tsx'
import classes from '#web/features/sessions/components/SessionForm.module.css'

type Props = {
  type: CoacheeType
  /** The chosen client, with their local time. */
  client: { name: string; timezone: string } | undefined
}

/** A client, with their local time, or a group. */
export function CoacheeField({ type, client }: Props) {
  const { t } = useTranslation('sessions')
  const { coachId, timezone } = useViewer()
  const now = useNow()
  const form = useFormContext<NewSessionForm>()
  const { state } = useFields(form)
  const Field = type === 'Client' ? PersonChoice : GroupSelect
  const time = client && formatClock(now, client.timezone, currentLanguage())
  return (
    <div>
      <Controller
        control={form.control}
        name="coacheeId"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <Field {...{ ref, coachId, value, onChange, onBlur }} {...state('coacheeId')} />
        )}
      />
      {client && time !== formatClock(now, timezone, currentLanguage()) && (
        <p className={classes.hint}>{t('newCoach.localTime', { time, name: client.name })}</p>
      )}
    </div>
  )
}
