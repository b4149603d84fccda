import '#web/ui/theme/kit-pills.ts'
import { TagsInput, TextInput, Textarea } from '@mantine/core'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/layout/Card.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { parsedNumber } from '#web/widgets/forms/form-model.ts'
import type { AboutForm } from '../about-form.ts'
import classes from './Fields.module.css'

/** A coach's description of their practice. */
export function CoachAboutForm({ thisYear }: { thisYear: number }) {
  const { t } = useTranslation('settings')
  const form = useFormContext<AboutForm>()
  const { field } = useFields(form)
  const since = form.watch('practisingSince')
  const years = since === '' ? undefined : thisYear - since
  const isYears = years !== undefined && years >= 0 && years < 100
  const experience = isYears && (years === 0 ? t('about.thisYear') : t('about.years', { count: years }))
  return (
    <>
      <Card title={t('about.coachTitle')}>
        <div className={classes.form}>
          <Textarea
            label={t('about.bio')}
            description={t('about.bioHint')}
            autosize
            minRows={4}
            maxRows={12}
            {...field('bio')}
          />
          <Entries name="specialities" longest={60} />
          <Entries name="spokenLanguages" longest={40} />
        </div>
      </Card>
      <Card title={t('about.trackTitle')}>
        <div className={classes.form}>
          <Entries name="credentials" longest={160} />
          <TextInput
            label={t('about.practisingSince')}
            description={experience || undefined}
            inputMode="numeric"
            maxLength={4}
            className={classes.short}
            {...field('practisingSince', { setValueAs: (text) => parsedNumber(String(text)) })}
          />
        </div>
      </Card>
    </>
  )
}

type EntriesProps = { name: 'specialities' | 'spokenLanguages' | 'credentials'; longest: number }

/** A list of short texts, each added by Enter, a comma or leaving the field. */
function Entries({ name, longest }: EntriesProps) {
  const { t } = useTranslation('settings')
  const form = useFormContext<AboutForm>()
  const { state } = useFields(form)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <TagsInput
          ref={ref}
          label={t(`about.${name}`)}
          description={t('about.entryHint')}
          placeholder={value.length === 0 ? t(`about.${name}Example`) : undefined}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          maxTags={12}
          maxLength={longest}
          {...state(name)}
        />
      )}
    />
  )
}
