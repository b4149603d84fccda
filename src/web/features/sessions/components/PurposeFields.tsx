import { TextInput, Textarea } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFields } from '#web/widgets/forms/form-fields.ts'

type PurposeForm = { title?: string | undefined; objective?: string | undefined }

/** A session's title, which is optional if `numbered`, and its objective. For any form that has these fields. */
export function PurposeFields({ numbered = false }: { numbered?: boolean }) {
  const { t } = useTranslation('sessions')
  const { field } = useFields(useFormContext<PurposeForm>())
  return (
    <>
      <TextInput
        label={t('field.title')}
        withAsterisk={!numbered}
        placeholder={numbered ? t('field.titleEmpty') : ''}
        {...field('title')}
      />
      <Textarea
        label={t('field.objective')}
        placeholder={t('field.objectivePlaceholder')}
        autosize
        minRows={2}
        maxLength={500}
        {...field('objective')}
      />
    </>
  )
}
