import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { emailRule, useTextForm } from '#web/widgets/forms/text-form.ts'
import classes from '../RecoveryScreen.module.css'

/** Requests a recovery link. The answer is the same for every address (product §3). */
export function AskRecoveryForm({ onAsked, below }: { onAsked: () => void; below: ReactNode }) {
  const { t } = useTranslation(['auth', 'common'])
  const form = useTextForm({ email: emailRule })
  const submit = form.onSubmit(async (body) => {
    try {
      await call('POST /v1/auth/recovery', { body })
      onAsked()
    } catch (failure) {
      showFailure(failure, { form })
    }
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div>
        <h1 className={classes.title}>{t('recovery.title')}</h1>
        <p className={classes.text}>{t('recovery.subtitle')}</p>
      </div>
      <TextInput
        label={t('email')}
        withAsterisk
        type="email"
        inputMode="email"
        autoComplete="username"
        size="md"
        {...form.field('email')}
      />
      <FormError text={form.formError} />
      <LoadingButton type="submit" size="md" loading={form.isSubmitting} loadingLabel={t('common:loading')}>
        {t('recovery.ask')}
      </LoadingButton>
      {below}
    </form>
  )
}
