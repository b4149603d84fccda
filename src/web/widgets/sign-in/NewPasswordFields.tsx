import { PasswordInput } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { useFields } from '#web/widgets/forms/form-fields.ts'

type Values = { password: string; repeated: string }

type Props<T extends FieldValues> = {
  fields: ReturnType<typeof useFields<T>>
  /** The first password of an account, not a replacement. */
  first?: boolean
}

/** A new password, twice (product §3). */
export function NewPasswordFields<T extends FieldValues & Values>({ fields, first = false }: Props<T>) {
  // This component needs only these two fields of the form.
  const { field } = fields as unknown as ReturnType<typeof useFields<Values>>
  const { t } = useTranslation('auth')
  const reveal = { 'aria-label': t('togglePassword') }
  return (
    <>
      <PasswordInput
        label={t(first ? 'password' : 'newPassword')}
        description={t('passwordHint')}
        // Below the field, so that the two fields of a row stay aligned.
        inputWrapperOrder={['label', 'input', 'description', 'error']}
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
