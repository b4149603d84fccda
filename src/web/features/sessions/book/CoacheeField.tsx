import { Checkbox } from '@mantine/core'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import type { CoacheeType } from '#contract/values.ts'
import { formatClock } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { PersonChoice } from '#web/widgets/people/PersonChoice.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { GroupSelect } from './GroupSelect.tsx'
import type { NewSessionForm } from './new-session-form.ts'
import type { Inviting } from './use-inviting.ts'
import { BeforeAcceptance } from '#web/features/sessions/components/BeforeAcceptance.tsx'
import classes from '#web/features/sessions/components/SessionForm.module.css'

type Props = {
  type: CoacheeType
  /** The chosen client, with their local time. */
  client: ClientDto | undefined
  /** The invitation that can go with the booking. */
  inviting: Inviting
}

/** A client, with their local time, or a group. */
export function CoacheeField({ type, client, inviting }: Props) {
  const { t } = useTranslation('sessions')
  const { coachId, timezone } = useViewer()
  const now = useNow()
  const form = useFormContext<NewSessionForm>()
  const { state } = useFields(form)
  const time = client && formatClock(now, client.timezone, currentLanguage())
  return (
    <div>
      <Controller
        control={form.control}
        name="coacheeId"
        render={({ field: { ref, value, onChange, onBlur } }) => {
          const props = { ref, coachId, value, onChange, onBlur, ...state('coacheeId') }
          return type === 'Client' ? (
            <PersonChoice title={t('field.client')} choosing="bookable" {...props} />
          ) : (
            <GroupSelect {...props} />
          )
        }}
      />
      {client && time !== formatClock(now, timezone, currentLanguage()) && (
        <p className={classes.hint}>{t('newCoach.localTime', { time, name: client.name })}</p>
      )}
      <BeforeAcceptance client={client} mt={12}>
        {inviting.isOffered && (
          <Checkbox
            label={t(inviting.again ? 'acceptance.inviteAgain' : 'acceptance.inviteToo')}
            checked={inviting.isWanted}
            onChange={({ currentTarget }) => inviting.want(currentTarget.checked)}
          />
        )}
      </BeforeAcceptance>
    </div>
  )
}
