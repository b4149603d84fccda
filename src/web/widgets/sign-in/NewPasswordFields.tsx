import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Fields } from '#web/widgets/forms/form-fields.ts'

type Props = {
  fields: Fields<'password' | 'repeated'>
  /** The first password of an account, not a replacement. */
  first?: boolean
}

/** A new password, twice (product §3). */
export function NewPasswordFields({ fields: { field }, first = false }: Props) {
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
