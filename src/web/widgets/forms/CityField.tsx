import { TextInput } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { useFields } from './form-fields.ts'

type Values = { city?: string }

type Props<T extends FieldValues> = {
  fields: ReturnType<typeof useFields<T>>
  /** The settings forms want it (spec §5); where an account begins it may wait. */
  required?: boolean
}

/** The city a person lives in: asked for where an account begins, and kept in the settings. */
export function CityField<T extends FieldValues & Values>({ fields, required = false }: Props<T>) {
  // The one field is all this component knows of the form.
  const { field } = fields as unknown as ReturnType<typeof useFields<Values>>
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('place.city')}
      withAsterisk={required}
      autoComplete="address-level2"
      {...field('city')}
    />
  )
}
