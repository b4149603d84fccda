import { Select, TextInput } from '@mantine/core'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Channel } from '#contract/calendar/calendar.ts'
import { needOf } from '#contract/sessions/channels.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { switched, type MeetingForm } from './meeting-form.ts'

/** How and where they meet: a channel, and its address or place. For any form that has these fields. */
export function MeetingFields({ ofGroup = false }: { ofGroup?: boolean }) {
  const { t } = useTranslation('sessions')
  const user = useSessionUser()
  const form = useFormContext<MeetingForm>()
  const { field, state } = useFields(form)
  const channel = form.watch('channel')
  const need = needOf(channel)

  const change = (next: Channel) => {
    const { meetingUrl } = switched(form.getValues(), user, next)
    form.setValue('meetingUrl', meetingUrl, { shouldValidate: true, shouldDirty: true })
    form.setValue('channel', next, { shouldValidate: true, shouldDirty: true })
  }

  return (
    <>
      <Controller
        control={form.control}
        name="channel"
        render={({ field: { ref, value, onBlur } }) => (
          <Select
            ref={ref}
            label={t('field.channel')}
            data={Channel.options.map((each) => ({ value: each, label: t(`channels.${each}`) }))}
            value={value}
            onChange={(next) => next !== null && change(Channel.parse(next))}
            onBlur={onBlur}
            allowDeselect={false}
            {...state('channel')}
          />
        )}
      />
      {need === 'link' && (
        <TextInput
          type="url"
          inputMode="url"
          label={t('field.meetingUrl')}
          description={t(ofGroup ? 'field.meetingUrlHintGroup' : 'field.meetingUrlHint')}
          placeholder={t('field.meetingUrlPlaceholder')}
          {...field('meetingUrl')}
        />
      )}
      {need === 'place' && (
        <TextInput label={t('field.place')} placeholder={t('field.placePlaceholder')} {...field('place')} />
      )}
    </>
  )
}
