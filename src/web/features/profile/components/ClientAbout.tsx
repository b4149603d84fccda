import { Textarea } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/layout/Card.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import type { AboutForm } from '../about-form.ts'
import classes from './Fields.module.css'

/** A client's self-description for their coach. */
export function ClientAbout() {
  const { t } = useTranslation('settings')
  const { field } = useFields(useFormContext<AboutForm>())
  return (
    <Card title={t('about.clientTitle')}>
      <div className={classes.form}>
        {(['aboutMe', 'expectations'] as const).map((name) => (
          <Textarea
            key={name}
            label={t(`about.${name}`)}
            description={t(`about.${name}Hint`)}
            autosize
            minRows={4}
            maxRows={12}
            {...field(name)}
          />
        ))}
      </div>
    </Card>
  )
}
