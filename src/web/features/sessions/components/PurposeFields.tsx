import { TextInput, Textarea } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFields } from '#web/widgets/forms/form-fields.ts'

type PurposeForm = { title?: string | undefined; objective?: string | undefined }

/** What a session is called, which may be left to us where `numbered`, and what it is for. Stands inside any form that holds these fields. */
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
