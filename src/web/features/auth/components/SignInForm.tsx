import { PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { completeSignIn } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { GoogleButton } from '#web/widgets/sign-in/GoogleButton.tsx'
import { emailRule, required, useTextForm } from '#web/widgets/forms/text-form.ts'
import classes from './SignInForm.module.css'

/** E-mail and password (product §3). The guard decides where it leads afterwards. */
export function SignInForm() {
  const wanted = wantedBefore(useLocation().state)
  const { t } = useTranslation(['auth', 'common'])
  const form = useTextForm({ email: emailRule, password: required })
  const submit = form.onSubmit(async (body) => {
    try {
      const { token } = await call('POST /v1/auth/user', { body })
      await completeSignIn(token)
    } catch (failure) {
      showFailure(failure, { form })
    }
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        size="md"
        {...form.field('email')}
      />
      <PasswordInput
        label={t('password')}
        autoComplete="current-password"
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': t('togglePassword') }}
        {...form.field('password')}
      />
      <FormError text={form.formError} />
      <LoadingButton
        type="submit"
        size="md"
        fullWidth
        loading={form.isSubmitting}
        loadingLabel={t('common:loading')}
      >
        {t('signIn.submit')}
      </LoadingButton>
      <GoogleButton href={paths.googleStart(wanted === null ? {} : { to: wanted })} />
      <div className={classes.ways}>
        <Link to={paths.recovery()}>{t('signIn.forgot')}</Link>
        <Link to={paths.register()}>{t('signIn.register')}</Link>
      </div>
    </form>
  )
}

/** The private URL requested before the sign-in; the server accepts only a path of this site. */
function wantedBefore(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return null
  return typeof state.wanted === 'string' ? state.wanted : null
}
