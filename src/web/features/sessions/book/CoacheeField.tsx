import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { CoacheeType } from '#contract/values.ts'
import { toIso } from '#time/clock.ts'
import { formatTime } from '#time/format.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { spanOf } from '#web/widgets/forms/span-form.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { NewSessionForm } from './new-session-form.ts'
import { ClientSelect } from './ClientSelect.tsx'
import { GroupSelect } from './GroupSelect.tsx'
import classes from '#web/features/sessions/components/SessionForm.module.css'

type Props = {
  type: CoacheeType
  /** The chosen client, with their local time. */
  client: { name: string; timezone: string } | undefined
}

/** A client, with their local time, or a group. */
export function CoacheeField({ type, client }: Props) {
  const { t } = useTranslation(['sessions', 'booking'])
  const { coachId, timezone } = useViewer()
  const navigate = useNavigate()
  const now = useNow()
  const form = useFormContext<NewSessionForm>()
  const { state } = useFields(form)
  const Select = type === 'Client' ? ClientSelect : GroupSelect

  const change = (next: CoacheeType) => {
    const span = spanOf(form.getValues(), timezone)
    const prefill = span && {
      startsAt: toIso(span.start),
      minutes: String(form.getValues('durationMin')),
    }
    void navigate(paths.sessionNewCoach({ type: next, ...prefill }), { replace: true })
  }

  return (
    <>
      <ChoiceChips
        label={t('booking:who.label')}
        options={CoacheeType.options.map((each) => ({ value: each, label: t(`booking:who.${each}`) }))}
        value={type}
        onChange={(next) => change(CoacheeType.parse(next))}
      />
      <div>
        <Controller
          control={form.control}
          name="coacheeId"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <Select {...{ ref, coachId, value, onChange, onBlur }} {...state('coacheeId')} />
          )}
        />
        {client && (
          <p className={classes.hint}>
            {t('newCoach.localTime', { time: formatTime(now, client.timezone), name: client.name })}
          </p>
        )}
      </div>
    </>
  )
}
