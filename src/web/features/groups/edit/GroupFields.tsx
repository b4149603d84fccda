import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput, Select, TextInput, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Channel } from '#contract/calendar/calendar.ts'
import { Modality } from '#contract/sessions/sessions.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { type GroupForm, fittingChoices } from './group-form.ts'
import classes from './GroupFields.module.css'

type Choice = { name: 'modality' | 'channel'; label: string; data: { value: string; label: string }[] }

/** The fields of a group, by subject. Rendered inside a form that contains them all. */
export function GroupFields({ photo }: { photo: ReactNode }) {
  const { t } = useTranslation(['groups', 'sessions'])
  const form = useFormContext<GroupForm>()
  const { field, state } = useFields(form)
  const { control } = form
  const startDate = form.watch('startDate')
  const choices: Choice[] = [
    {
      name: 'modality',
      label: t('form.modality'),
      data: Modality.options.map((value) => ({ value, label: t(`modalities.${value}`) })),
    },
    {
      name: 'channel',
      label: t('form.channel'),
      data: Channel.options.map((value) => ({ value, label: t(`sessions:channels.${value}`) })),
    },
  ]
  return (
    <>
      <Card title={t('form.about')}>
        <div className={classes.fields}>
          <div className={classes.pair}>
            <TextInput label={t('form.name')} withAsterisk autoComplete="off" {...field('name')} />
            <TextInput label={t('form.companyName')} autoComplete="organization" {...field('companyName')} />
          </div>
          <Textarea
            label={t('form.objective')}
            description={t('form.objectiveHint')}
            autosize
            minRows={2}
            maxRows={8}
            {...field('objective')}
          />
          <Textarea
            label={t('form.description')}
            autosize
            minRows={3}
            maxRows={12}
            {...field('description')}
          />
          {photo}
        </div>
      </Card>
      <Card title={t('form.when')}>
        <div className={classes.thirds}>
          {(['startDate', 'endDate'] as const).map((name) => (
            <Controller
              key={name}
              control={control}
              name={name}
              // The end date is validated against the start date.
              rules={{ deps: ['endDate'] }}
              render={({ field: { ref, value, onChange, onBlur } }) => (
                <DateField
                  ref={ref}
                  label={t(`form.${name}`)}
                  placeholder={t('form.pickDate')}
                  minDate={name === 'endDate' && startDate !== '' ? startDate : undefined}
                  clearable
                  value={value === '' ? null : value}
                  onChange={(date) => onChange(date ?? '')}
                  onBlur={onBlur}
                  {...state(name)}
                />
              )}
            />
          ))}
          <Controller
            control={control}
            name="capacity"
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <NumberInput
                ref={ref}
                label={t('form.capacity')}
                description={t('form.capacityHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                withAsterisk
                allowDecimal={false}
                allowNegative={false}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                {...state('capacity')}
              />
            )}
          />
        </div>
      </Card>
      <Card title={t('form.how')}>
        <div className={classes.pair}>
          {choices.map(({ name, ...choice }) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field: { ref, value, onChange, onBlur } }) => (
                <Select
                  ref={ref}
                  {...choice}
                  description={name === 'modality' ? t('form.howHint') : undefined}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  placeholder={t('form.notYet')}
                  clearable
                  clearButtonProps={{ 'aria-label': t('form.clear', { field: choice.label }) }}
                  value={value === '' ? null : value}
                  onChange={(chosen) => {
                    onChange(chosen ?? '')
                    const fitting = fittingChoices(form.getValues(), name)
                    form.setValue('modality', fitting.modality, { shouldDirty: true })
                    form.setValue('channel', fitting.channel, { shouldDirty: true })
                  }}
                  onBlur={onBlur}
                  {...state(name)}
                />
              )}
            />
          ))}
        </div>
      </Card>
    </>
  )
}
