import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchProfile } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { type TextRule, required, useTextForm } from '#web/widgets/forms/text-form.ts'
import classes from './EmailDialog.module.css'

const codeRule: TextRule = (text) =>
  required(text) ?? (/^\s*\d{6}\s*$/.test(text) ? undefined : 'code_format')

/** Asks for the six digits that were mailed (product §3). */
export default function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  useFocusBack()
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const form = useTextForm({ code: codeRule })

  const submit = form.onSubmit(async ({ code }) => {
    try {
      await call('POST /v1/auth/verifyemail', { body: { email, code } })
      await fetchProfile()
      setAlert(t('email.confirmed'), 'success')
    } catch (failure) {
      showFailure(failure, { form })
    }
  })
  const resend = async () => {
    setSending(true)
    try {
      await call('POST /v1/auth/verifyemail', { body: { email } })
      setSent(true)
    } catch (failure) {
      showFailure(failure, { form })
    } finally {
      setSending(false)
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('email.title')}
      centered
      size={420}
      radius={16}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.text}>{t('email.text', { email })}</p>
        <TextInput
          label={t('email.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          size="md"
          data-autofocus
          classNames={{ input: classes.code }}
          {...form.field('code')}
        />
        <FormError text={form.formError} />
        <p role="status" className={classes.text}>
          {sent && t('email.sent')}
        </p>
        <div className={classes.buttons}>
          <Button variant="subtle" loading={sending} onClick={() => void resend()}>
            {t('email.resend')}
          </Button>
          <LoadingButton type="submit" loading={form.isSubmitting} loadingLabel={t('common:loading')}>
            {t('email.confirm')}
          </LoadingButton>
        </div>
      </form>
    </Modal>
  )
}
