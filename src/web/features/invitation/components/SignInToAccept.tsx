import { PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { required, useTextForm } from '#web/widgets/forms/text-form.ts'
import { signInAndAccept } from '../accepting.ts'
import classes from './Answer.module.css'
import { AnswerButtons } from './AnswerButtons.tsx'
import { GoogleForInvitation } from './GoogleForInvitation.tsx'
import { LegalNote } from './LegalNote.tsx'
import { type Answer, asksForCode, followRefusal } from '../answer.ts'

/** A person with an account signs in here and accepts with it, without a second password. */
export function SignInToAccept({ invitation, token, onDecline, onCode }: Answer) {
  const { t } = useTranslation(['invitation', 'auth'])
  const form = useTextForm({ password: required })
  const { clientId, email } = invitation

  const submit = form.onSubmit(async ({ password }) => {
    const credentials = { email, password }
    try {
      await signInAndAccept(clientId, token, credentials)
    } catch (failure) {
      if (asksForCode(failure))
        return onCode((code) => signInAndAccept(clientId, token, credentials, { code }))
      showFailure(failure, { form })
      followRefusal(failure)
    }
  })

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.text}>{t('signIn.text')}</p>
      <TextInput
        label={t('auth:email')}
        value={email}
        readOnly
        autoComplete="username"
        className={classes.fixed}
      />
      <PasswordInput
        label={t('auth:password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('auth:togglePassword') }}
        {...form.field('password')}
      />
      <FormError text={form.formError} />
      <AnswerButtons acceptLabel={t('signIn.submit')} accepting={form.isSubmitting} onDecline={onDecline} />
      <LegalNote />
      <GoogleForInvitation clientId={clientId} token={token} />
    </form>
  )
}
