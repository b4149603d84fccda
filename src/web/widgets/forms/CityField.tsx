import { TextInput } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { useFields } from './form-fields.ts'

type Values = { city?: string }

type Props<T extends FieldValues> = {
  fields: ReturnType<typeof useFields<T>>
  /** Required in the settings forms (spec §5); optional when an account is created. */
  required?: boolean
}

/** The city a person lives in: asked for when the account is created and editable in the settings. */
export function CityField<T extends FieldValues & Values>({ fields, required = false }: Props<T>) {
  // This component needs only this one field of the form.
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
