import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Fields } from './form-fields.ts'

type Props = {
  fields: Fields<'city'>
  /** Required in the settings forms (spec §5); optional when an account is created. */
  required?: boolean
}

/** The city a person lives in: asked for when the account is created and editable in the settings. */
export function CityField({ fields: { field }, required = false }: Props) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('residence.city')}
      withAsterisk={required}
      autoComplete="address-level2"
      {...field('city')}
    />
  )
}
