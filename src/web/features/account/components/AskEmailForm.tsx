import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { useSessionUser } from '#web/store/store.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { askEmailChange } from '../account.queries.ts'
import { emailForm } from '../email-form.ts'
import classes from './Account.module.css'

type Props = { onAsked: (email: string) => void; onClose: () => void }

/** Asks for the new address. */
export function AskEmailForm({ onAsked, onClose }: Props) {
  const { t } = useTranslation(['account', 'auth', 'common'])
  const { id, email: present, hasPassword } = useSessionUser()
  const form = useSchemaForm(emailForm(hasPassword), { defaultValues: { email: '', password: '' } })
  const { field, formError } = useFields(form)
  const { isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('email'), [setFocus])
  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      await askEmailChange(id, { email, ...(hasPassword && { password }) })
      onAsked(email)
    } catch (failure) {
      showFailure(failure, { form })
    }
  })
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.hint}>{t('email.hint', { email: present })}</p>
      <TextInput
        label={t('email.new')}
        withAsterisk
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field('email')}
      />
      {hasPassword && (
        <PasswordInput
          label={t('email.password')}
          withAsterisk
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('auth:togglePassword') }}
          {...field('password')}
        />
      )}
      <FormError text={formError} />
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onClose} disabled={isSubmitting}>
          {t('common:cancel')}
        </Button>
        <LoadingButton type="submit" loading={isSubmitting} loadingLabel={t('common:loading')}>
          {t('email.send')}
        </LoadingButton>
      </div>
    </form>
  )
}
