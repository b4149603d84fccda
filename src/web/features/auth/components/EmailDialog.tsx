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
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useRulesForm } from '#web/widgets/forms/form-model.ts'
import classes from './EmailDialog.module.css'

/** Asks for the six digits that were mailed (product §3). */
export default function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  useFocusBack()
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const form = useRulesForm({ code: '' })
  const { field, formError } = useFields(form)
  const { isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ code }) => {
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
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.text}>{t('email.text', { email })}</p>
        <TextInput
          label={t('email.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          size="md"
          data-autofocus
          classNames={{ input: classes.code }}
          {...field('code', {
            required: 'required',
            pattern: { value: /^\s*\d{6}\s*$/, message: 'code_format' },
          })}
        />
        <FormError text={formError} />
        <p role="status" className={classes.text}>
          {sent && t('email.sent')}
        </p>
        <div className={classes.buttons}>
          <Button variant="subtle" loading={sending} onClick={() => void resend()}>
            {t('email.resend')}
          </Button>
          <LoadingButton type="submit" loading={isSubmitting} loadingLabel={t('common:loading')}>
            {t('email.confirm')}
          </LoadingButton>
        </div>
      </form>
    </Modal>
  )
}
