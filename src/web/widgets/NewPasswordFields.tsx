import { PasswordInput } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { useFields } from './form-fields.ts'

type Values = { password: string; repeated: string }

/** A new password, twice (product §3). */
export function NewPasswordFields<T extends FieldValues & Values>(props: {
  fields: ReturnType<typeof useFields<T>>
}) {
  // The two fields are all this component knows of the form.
  const { field } = props.fields as unknown as ReturnType<typeof useFields<Values>>
  const { t } = useTranslation('auth')
  const reveal = { 'aria-label': t('togglePassword') }
  return (
    <>
      <PasswordInput
        label={t('newPassword')}
        description={t('passwordHint')}
        withAsterisk
        autoComplete="new-password"
        visibilityToggleButtonProps={reveal}
        {...field('password', { deps: ['repeated'] })}
      />
      <PasswordInput
        label={t('repeatPassword')}
        withAsterisk
        autoComplete="new-password"
        visibilityToggleButtonProps={reveal}
        {...field('repeated')}
      />
    </>
  )
}
